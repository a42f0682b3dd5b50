{{/*
Templates for the chart of a node. Each takes the root context and reads the values below `avalanche-exporter-sidecar`:
  avalanche-exporter.sidecar.container      an item of containers, which cannot keep the node from starting
  avalanche-exporter.sidecar.nativeSidecar  the same container as an item of initContainers (Kubernetes 1.29)
  avalanche-exporter.sidecar.volumes        items of volumes
  avalanche-exporter.sidecar.configMap      a ConfigMap
  avalanche-exporter.sidecar.podMonitor     a PodMonitor
*/}}

{{- define "avalanche-exporter.sidecar.values" -}}
{{- $values := index .Values "avalanche-exporter-sidecar" -}}
{{- if not $values -}}
{{- fail "the values below avalanche-exporter-sidecar are missing: use that name in the dependencies, without an alias" -}}
{{- end -}}
{{- if $values.config.nodes -}}
{{- fail "avalanche-exporter-sidecar.config.nodes is not supported, since a sidecar polls only the node of its Pod: use the chart avalanche-exporter for several nodes" -}}
{{- end -}}
{{- if and (or $values.web.tls $values.web.clientCertificates) (not $values.web.existingSecret) -}}
{{- fail "avalanche-exporter-sidecar.web.tls and clientCertificates require a web configuration: set avalanche-exporter-sidecar.web.existingSecret to the Secret that contains it" -}}
{{- end -}}
{{- if contains "OWNER/" $values.image.repository -}}
{{- fail (printf "avalanche-exporter-sidecar.image.repository is %s, which does not exist: the project has no account yet. Push an image to your registry, and set avalanche-exporter-sidecar.image.registry and avalanche-exporter-sidecar.image.repository to it" $values.image.repository) -}}
{{- end -}}
{{- toYaml $values -}}
{{- end -}}

{{- define "avalanche-exporter.sidecar.fullname" -}}
{{- $name := (include "avalanche-exporter.sidecar.values" . | fromYaml).name -}}
{{- printf "%s-%s" (.Release.Name | trunc (int (sub 62 (len $name))) | trimSuffix "-") $name -}}
{{- end -}}

{{- define "avalanche-exporter.sidecar.labels" -}}
app.kubernetes.io/name: avalanche-exporter
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end -}}

{{- define "avalanche-exporter.sidecar.image" -}}
{{- $version := (index .Subcharts "avalanche-exporter-sidecar").Chart.AppVersion -}}
{{- with (include "avalanche-exporter.sidecar.values" . | fromYaml).image -}}
{{- $registry := ($.Values.global).imageRegistry | default .registry -}}
{{- $name := empty $registry | ternary .repository (printf "%s/%s" $registry .repository) -}}
{{- empty .digest | ternary (printf "%s:%s" $name (.tag | default $version)) (printf "%s@%s" $name .digest) -}}
{{- end -}}
{{- end -}}

{{- define "avalanche-exporter.sidecar.secretVolume" -}}
{{- printf "%s-secret-%s" .name .secret | replace "." "-" | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- /* Fields of a probe, with its handler unless the values set one. Takes values, path and probe (its values). */ -}}
{{- define "avalanche-exporter.sidecar.probe" -}}
{{- if not (or .probe.httpGet .probe.exec .probe.tcpSocket .probe.grpc) -}}
{{- if .values.web.clientCertificates }}
exec:
  command:
    - /nodejs/bin/node
    - /app/avalanche-exporter.js
    - healthcheck
    - --config.file=/etc/avalanche-exporter/config/config.yml
{{- else }}
httpGet:
  path: {{ .path }}
  port: {{ .values.portName | quote }}
  {{- if .values.web.tls }}
  scheme: HTTPS
  {{- end }}
{{- end }}
{{- end }}
{{ toYaml .probe }}
{{- end -}}

{{- /* The variables of the values. Unless one is NODE_OPTIONS, the heap takes a share of the memory limit. */ -}}
{{- define "avalanche-exporter.sidecar.env" -}}
{{- $variables := .extraEnv -}}
{{- $names := list -}}
{{- range $variables -}}{{- $names = append $names .name -}}{{- end -}}
{{- if and (.resources.limits).memory (not (has "NODE_OPTIONS" $names)) -}}
{{- $variables = append $variables (dict "name" "NODE_OPTIONS" "value" "--max-old-space-size-percentage=60") -}}
{{- end -}}
{{- if $variables -}}{{- toYaml $variables -}}{{- end -}}
{{- end -}}

{{- define "avalanche-exporter.sidecar.container" -}}
{{- $values := include "avalanche-exporter.sidecar.values" . | fromYaml -}}
- name: {{ $values.name | quote }}
  image: {{ include "avalanche-exporter.sidecar.image" . | quote }}
  imagePullPolicy: {{ $values.image.pullPolicy }}
  args:
    - serve
    {{- with $values.extraArgs }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    - --config.file=/etc/avalanche-exporter/config/config.yml
  {{- with include "avalanche-exporter.sidecar.env" $values }}
  env:
    {{- . | nindent 4 }}
  {{- end }}
  terminationMessagePolicy: FallbackToLogsOnError
  ports:
    - name: {{ $values.portName | quote }}
      containerPort: {{ $values.containerPort }}
      protocol: TCP
  {{- with $values.livenessProbe }}
  livenessProbe:
    {{- include "avalanche-exporter.sidecar.probe" (dict "values" $values "path" "/-/healthy" "probe" .) | trim | nindent 4 }}
  {{- end }}
  {{- with $values.readinessProbe }}
  readinessProbe:
    {{- include "avalanche-exporter.sidecar.probe" (dict "values" $values "path" "/-/ready" "probe" .) | trim | nindent 4 }}
  {{- end }}
  {{- with $values.resources }}
  resources:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    {{- toYaml $values.securityContext | nindent 4 }}
  volumeMounts:
    - name: {{ printf "%s-config" $values.name | quote }}
      mountPath: /etc/avalanche-exporter/config
      readOnly: true
    {{- range $values.existingSecrets }}
    - name: {{ include "avalanche-exporter.sidecar.secretVolume" (dict "name" $values.name "secret" .) | quote }}
      mountPath: {{ printf "/etc/avalanche-exporter/secrets/%s" . | quote }}
      readOnly: true
    {{- end }}
    {{- if $values.web.existingSecret }}
    - name: {{ printf "%s-web" $values.name | quote }}
      mountPath: /etc/avalanche-exporter/web
      readOnly: true
    {{- end }}
{{- end -}}

{{- /* The container starts earlier than that of the node, and ends later. Kubernetes starts no container of the Pod until the image of this one is pulled. */ -}}
{{- define "avalanche-exporter.sidecar.nativeSidecar" -}}
{{- if not (semverCompare ">=1.29.0-0" .Capabilities.KubeVersion.Version) -}}
{{- fail (printf "avalanche-exporter.sidecar.nativeSidecar needs Kubernetes 1.29 or later, not %s: use avalanche-exporter.sidecar.container below containers" .Capabilities.KubeVersion.Version) -}}
{{- end -}}
{{ include "avalanche-exporter.sidecar.container" . }}
  restartPolicy: Always
{{- end -}}

{{- /* Secrets are readable by all users, since the chart does not control the Pod's fsGroup. No other container mounts them.
       All volumes are optional, so that the node starts without them. The exporter then ends with the name of the missing file. */ -}}
{{- define "avalanche-exporter.sidecar.volumes" -}}
{{- $values := include "avalanche-exporter.sidecar.values" . | fromYaml -}}
- name: {{ printf "%s-config" $values.name | quote }}
  configMap:
    name: {{ include "avalanche-exporter.sidecar.fullname" . | quote }}
    optional: true
{{- range $values.existingSecrets }}
- name: {{ include "avalanche-exporter.sidecar.secretVolume" (dict "name" $values.name "secret" .) | quote }}
  secret:
    secretName: {{ . | quote }}
    optional: true
    defaultMode: 292 # 0444
{{- end }}
{{- with $values.web.existingSecret }}
- name: {{ printf "%s-web" $values.name | quote }}
  secret:
    secretName: {{ . | quote }}
    optional: true
    defaultMode: 292 # 0444
{{- end }}
{{- end -}}

{{- define "avalanche-exporter.sidecar.configMap" -}}
{{- $values := include "avalanche-exporter.sidecar.values" . | fromYaml -}}
{{- $web := dict "listen_address" (printf ":%v" (int $values.containerPort)) -}}
{{- if $values.web.existingSecret -}}
{{- $_ := set $web "config_file" (printf "/etc/avalanche-exporter/web/%s" $values.web.existingSecretKey) -}}
{{- end -}}
{{- $config := deepCopy $values.config -}}
{{- $_ := set $config "node" (merge (dict) ($config.node | default dict) (dict "url" "http://127.0.0.1:9650")) -}}
{{- $_ := set $config "web" (merge (dict) ($config.web | default dict) $web) -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "avalanche-exporter.sidecar.fullname" . | quote }}
  namespace: {{ .Release.Namespace | quote }}
  labels:
    {{- include "avalanche-exporter.sidecar.labels" . | nindent 4 }}
data:
  config.yml: |
    {{- toYaml $config | nindent 4 }}
{{- end -}}

{{- define "avalanche-exporter.sidecar.podMonitor" -}}
{{- $values := include "avalanche-exporter.sidecar.values" . | fromYaml -}}
{{- $labels := dict "app.kubernetes.io/name" .Chart.Name "app.kubernetes.io/instance" .Release.Name -}}
{{- with $values.podMonitor -}}
apiVersion: monitoring.coreos.com/v1
kind: PodMonitor
metadata:
  name: {{ include "avalanche-exporter.sidecar.fullname" $ | quote }}
  namespace: {{ $.Release.Namespace | quote }}
  labels:
    {{- merge (dict) .labels (include "avalanche-exporter.sidecar.labels" $ | fromYaml) | toYaml | nindent 4 }}
  {{- with .annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  selector:
    matchLabels:
      {{- toYaml (.matchLabels | default $labels) | nindent 6 }}
  podMetricsEndpoints:
    - port: {{ $values.portName | quote }}
      path: {{ dig "web" "telemetry_path" "/metrics" $values.config | quote }}
      scheme: {{ $values.web.tls | ternary "https" "http" }}
      honorLabels: {{ .honorLabels }}
      {{- range $key := list "interval" "scrapeTimeout" "tlsConfig" "basicAuth" "metricRelabelings" }}
      {{- with index $values.podMonitor $key }}
      {{ $key }}: {{ kindIs "string" . | ternary (toJson .) (toYaml . | nindent 8) }}
      {{- end }}
      {{- end }}
      relabelings:
        # the job name that the alerts expect
        - targetLabel: job
          replacement: avalanche-exporter
        {{- with .relabelings }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end -}}
{{- end -}}
