{{- define "avalanche-exporter.dashboardNames" -}}
{{- $names := list -}}
{{- range $path, $_ := .Files.Glob "files/dashboards/*.json" -}}
{{- $names = append $names (base $path | trimSuffix ".json") -}}
{{- end -}}
{{- toJson $names -}}
{{- end -}}
