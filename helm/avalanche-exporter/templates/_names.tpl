{{/* Names, labels and helpers that several objects share. */}}

{{- define "avalanche-exporter.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- /* Shorter than the limit of 63, so that suffixes fit. */ -}}
{{- define "avalanche-exporter.fullname" -}}
{{- $name := include "avalanche-exporter.name" . -}}
{{- $full := contains $name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $name) -}}
{{- default $full .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- /* The name of the scrape job. Alerts and dashboards select jobs by the word avalanche-exporter. */ -}}
{{- define "avalanche-exporter.job" -}}
{{- $name := include "avalanche-exporter.fullname" . -}}
{{- contains "avalanche-exporter" $name | ternary $name (printf "avalanche-exporter-%s" $name) -}}
{{- end -}}

{{- define "avalanche-exporter.serviceAccountName" -}}
{{- default (.Values.serviceAccount.create | ternary (include "avalanche-exporter.fullname" .) "default") .Values.serviceAccount.name -}}
{{- end -}}

{{- define "avalanche-exporter.selectorLabels" -}}
app.kubernetes.io/name: {{ include "avalanche-exporter.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "avalanche-exporter.labels" -}}
{{- $own := dict "helm.sh/chart" (printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63) -}}
{{- $_ := set $own "app.kubernetes.io/version" .Chart.AppVersion -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .Release.Service -}}
{{- $_ := set $own "app.kubernetes.io/part-of" "avalanche-exporter" -}}
{{- merge (include "avalanche-exporter.selectorLabels" . | fromYaml) .Values.commonLabels $own | toYaml -}}
{{- end -}}

{{- define "avalanche-exporter.namespace" -}}
{{- default .Release.Namespace .Values.namespaceOverride -}}
{{- end -}}

{{- /* Fields of `metadata:`. Takes root, and optionally name, namespace, labels and annotations. */ -}}
{{- define "avalanche-exporter.metadata" -}}
name: {{ .name | default (include "avalanche-exporter.fullname" .root) | quote }}
namespace: {{ .namespace | default (include "avalanche-exporter.namespace" .root) | quote }}
labels:
  {{- merge (dict) (.labels | default dict) (include "avalanche-exporter.labels" .root | fromYaml) | toYaml | nindent 2 }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "avalanche-exporter.image" -}}
{{- with .Values.image -}}
{{- $registry := ($.Values.global).imageRegistry | default .registry -}}
{{- $name := empty $registry | ternary .repository (printf "%s/%s" $registry .repository) -}}
{{- empty .digest | ternary (printf "%s:%s" $name (.tag | default $.Chart.AppVersion)) (printf "%s@%s" $name .digest) -}}
{{- end -}}
{{- end -}}

{{- /* Pull secrets of the chart and of its parents. */ -}}
{{- define "avalanche-exporter.imagePullSecrets" -}}
{{- with concat (($.Values.global).imagePullSecrets | default list) .Values.imagePullSecrets -}}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "avalanche-exporter.scheme" -}}
{{- .Values.web.tls | ternary "https" "http" -}}
{{- end -}}

{{- /* Host and port of the Service. */ -}}
{{- define "avalanche-exporter.address" -}}
{{ include "avalanche-exporter.fullname" . }}.{{ include "avalanche-exporter.namespace" . }}.svc:{{ .Values.service.port }}
{{- end -}}

{{- /* Renders a value whose strings may be templates. Takes root and value. */ -}}
{{- define "avalanche-exporter.render" -}}
{{- tpl (kindIs "string" .value | ternary .value (toYaml .value)) .root -}}
{{- end -}}
