{{/* The exporter's configuration file. */}}

{{- define "avalanche-exporter.telemetryPath" -}}
{{- dig "web" "telemetry_path" "/metrics" .Values.config -}}
{{- end -}}

{{- /* `config` of the values with the settings that the chart manages: the listen address and the path of the web configuration. */ -}}
{{- define "avalanche-exporter.config" -}}
{{- $web := dict "listen_address" (printf ":%v" (int .Values.containerPort)) -}}
{{- if .Values.web.existingSecret -}}
{{- $_ := set $web "config_file" (printf "/etc/avalanche-exporter/web/%s" .Values.web.existingSecretKey) -}}
{{- end -}}
{{- $config := deepCopy .Values.config -}}
{{- $_ := set $config "web" (merge (dict) ($config.web | default dict) $web) -}}
{{- if not $config.node -}}{{- $_ := unset $config "node" -}}{{- end -}}
{{- if not $config.nodes -}}{{- $_ := unset $config "nodes" -}}{{- end -}}
{{- toYaml $config -}}
{{- end -}}

{{- /* Ports of the URLs of all nodes, for the NetworkPolicy. */ -}}
{{- define "avalanche-exporter.nodePorts" -}}
{{- $urls := list -}}
{{- with .Values.config.node }}{{- $urls = append $urls .url -}}{{- end -}}
{{- range .Values.config.nodes }}{{- $urls = append $urls .url -}}{{- end -}}
{{- $ports := list -}}
{{- range $urls -}}
{{- $port := urlParse . | dig "host" "" | regexFind ":[0-9]+$" | trimPrefix ":" -}}
{{- $ports = append $ports (int ($port | default (hasPrefix "https" (lower .) | ternary "443" "80"))) -}}
{{- end -}}
{{- $ports | uniq | toJson -}}
{{- end -}}
