{{/* Parts common to ServiceMonitor, PodMonitor and ScrapeConfig. */}}

{{- /* Scrape settings of an endpoint. Takes root and monitor (its values). */ -}}
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
{{- $endpoint := include "avalanche-exporter.endpoint" . -}}
- path: {{ include "avalanche-exporter.telemetryPath" .root | quote }}
  {{- $endpoint | nindent 2 }}
  {{- with .monitor.relabelings }}
  relabelings:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- if not .root.Values.scrapeConfig.enabled }}
{{- range $name, $_ := .root.Values.config.nodes }}
- path: /probe
  params:
    target: [{{ $name | quote }}]
  {{- $endpoint | nindent 2 }}
  relabelings:
    - targetLabel: node
      replacement: {{ $name | quote }}
    {{- with $.monitor.relabelings }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
{{- end }}
{{- end -}}
