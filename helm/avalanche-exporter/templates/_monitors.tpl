{{/* Parts common to ServiceMonitor, PodMonitor and ScrapeConfig. */}}

{{- /* Scrape settings of an endpoint. Takes root, monitor (its values), and optionally node. */ -}}
{{- define "avalanche-exporter.endpoint" -}}
port: metrics
scheme: {{ include "avalanche-exporter.scheme" .root }}
honorLabels: {{ .monitor.honorLabels }}
{{- with .monitor.interval }}
interval: {{ . | quote }}
{{- end }}
{{- with .monitor.scrapeTimeout }}
scrapeTimeout: {{ . | quote }}
{{- end }}
{{- include "avalanche-exporter.access" .monitor }}
{{- $relabelings := .monitor.jobLabel | empty | ternary (list (dict "targetLabel" "job" "replacement" (include "avalanche-exporter.job" .root))) list }}
{{- with .node }}{{ $relabelings = append $relabelings (dict "targetLabel" "node" "replacement" .) }}{{ end }}
{{- with concat $relabelings .monitor.relabelings }}
relabelings:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .monitor.metricRelabelings }}
metricRelabelings:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "avalanche-exporter.access" -}}
{{- range $key := list "tlsConfig" "basicAuth" "authorization" }}
{{- with index $ $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* An endpoint for /metrics, and one for each of `config.nodes` unless a ScrapeConfig discovers them. Takes root and monitor. */ -}}
{{- define "avalanche-exporter.endpoints" -}}
- path: {{ include "avalanche-exporter.telemetryPath" .root | quote }}
  {{- include "avalanche-exporter.endpoint" . | nindent 2 }}
{{- if not .root.Values.scrapeConfig.enabled }}
{{- range $name, $_ := .root.Values.config.nodes }}
- path: /probe
  params:
    target: [{{ $name | quote }}]
  {{- include "avalanche-exporter.endpoint" (dict "root" $.root "monitor" $.monitor "node" $name) | nindent 2 }}
{{- end }}
{{- end }}
{{- end -}}
