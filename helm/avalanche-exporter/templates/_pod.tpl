{{/* Parts of the Pod. */}}

{{- /* The image's ENTRYPOINT, for exec probes, which do not use it. */ -}}
{{- define "avalanche-exporter.entrypoint" -}}
- /nodejs/bin/node
- /app/avalanche-exporter.js
{{- end -}}

{{- define "avalanche-exporter.configFlag" -}}
--config.file=/etc/avalanche-exporter/config/config.yml
{{- end -}}

{{- /* Fields of a probe, with its handler unless the values set one. Takes root, path and probe (its values). */ -}}
{{- define "avalanche-exporter.probe" -}}
{{- $own := or .probe.httpGet .probe.exec .probe.tcpSocket .probe.grpc -}}
{{- if not $own -}}
{{- if .root.Values.web.clientCertificates }}
exec:
  command:
    {{- include "avalanche-exporter.entrypoint" .root | nindent 4 }}
    - healthcheck
    - {{ include "avalanche-exporter.configFlag" .root }}
{{- else }}
httpGet:
  path: {{ .path }}
  port: metrics
  {{- if .root.Values.web.tls }}
  scheme: HTTPS
  {{- end }}
{{- end }}
{{- end }}
{{ toYaml .probe }}
{{- end -}}

{{- /* The variables of the values. Unless one is NODE_OPTIONS, the heap takes a share of the memory limit. */ -}}
{{- define "avalanche-exporter.env" -}}
{{- $variables := include "avalanche-exporter.render" (dict "root" . "value" .Values.extraEnv) | fromYamlArray -}}
{{- $names := list -}}
{{- range $variables -}}{{- $names = append $names .name -}}{{- end -}}
{{- if and (.Values.resources.limits).memory (not (has "NODE_OPTIONS" $names)) -}}
{{- $variables = append $variables (dict "name" "NODE_OPTIONS" "value" "--max-old-space-size-percentage=60") -}}
{{- end -}}
{{- if $variables -}}{{- toYaml $variables -}}{{- end -}}
{{- end -}}

{{- define "avalanche-exporter.volumeMounts" -}}
- name: config
  mountPath: /etc/avalanche-exporter/config
  readOnly: true
{{- range .Values.existingSecrets }}
- name: {{ printf "secret-%s" . | replace "." "-" | trunc 63 | trimSuffix "-" | quote }}
  mountPath: {{ printf "/etc/avalanche-exporter/secrets/%s" . | quote }}
  readOnly: true
{{- end }}
{{- if .Values.web.existingSecret }}
- name: web
  mountPath: /etc/avalanche-exporter/web
  readOnly: true
{{- end }}
{{- end -}}

{{- /* Without a Secret the Pod starts, and the exporter ends with the name of the missing file. */ -}}
{{- define "avalanche-exporter.volumes" -}}
- name: config
  configMap:
    name: {{ include "avalanche-exporter.fullname" . | quote }}
{{- range .Values.existingSecrets }}
- name: {{ printf "secret-%s" . | replace "." "-" | trunc 63 | trimSuffix "-" | quote }}
  secret:
    secretName: {{ . | quote }}
    optional: true
    defaultMode: 288 # 0440
{{- end }}
{{- with .Values.web.existingSecret }}
- name: web
  secret:
    secretName: {{ . | quote }}
    optional: true
    defaultMode: 288 # 0440
{{- end }}
{{- end -}}

{{- /* The topology spread constraints. The default labelSelector matches the Pods of this release. */ -}}
{{- define "avalanche-exporter.topologySpread" -}}
{{- $selector := dict "matchLabels" (include "avalanche-exporter.selectorLabels" . | fromYaml) -}}
{{- range .Values.topologySpreadConstraints }}
- {{ merge (dict) . (dict "labelSelector" $selector) | toYaml | nindent 2 | trim }}
{{- end }}
{{- end -}}
