{{/* The rules of files/rules.json, with their placeholders replaced by values. */}}

{{- /* A parameter as a PromQL literal: numbers without exponent, strings with escaped quotes. */ -}}
{{- define "avalanche-exporter.parameter" -}}
{{- if kindIs "string" . -}}
{{- . | replace "\\" "\\\\" | replace "\"" "\\\"" -}}
{{- else if and (kindIs "float64" .) (eq (float64 (int64 .)) .) -}}
{{- int64 . -}}
{{- else -}}
{{- toJson . -}}
{{- end -}}
{{- end -}}

{{- /* An alerting rule. Takes root, rule, alert and tier (their values), and runbooks (the base URL of the runbook links). */ -}}
{{- define "avalanche-exporter.alertRule" -}}
{{- $values := .root.Values.prometheusRule -}}
{{- $expr := .rule.expr -}}
{{- range $name, $value := .tier.parameters -}}
{{- $expr = replace (printf "<<%s>>" $name) (include "avalanche-exporter.parameter" $value) $expr -}}
{{- end -}}
{{- $annotations := deepCopy .rule.annotations -}}
{{- with $values.runbookUrl -}}
{{- $_ := set $annotations "runbook_url" (replace $.runbooks (printf "%s/" (trimSuffix "/" .)) $annotations.runbook_url) -}}
{{- end -}}
{{- with $values.grafanaUrl -}}
{{- $_ := set $annotations "dashboard_url" (printf "%s%s" (trimSuffix "/" .) $annotations.dashboard_url) -}}
{{- end -}}
{{- $rule := dict "alert" .rule.alert "expr" $expr "for" .tier.for -}}
{{- with .alert.keepFiringFor -}}{{- $_ := set $rule "keep_firing_for" . -}}{{- end -}}
{{- $_ := set $rule "labels" (merge (dict "severity" .tier.severity) (.alert.labels | default dict) $values.alertLabels) -}}
{{- $_ := set $rule "annotations" (merge (dict) (.alert.annotations | default dict) $values.alertAnnotations $annotations) -}}
{{- toYaml $rule -}}
{{- end -}}

{{- /* All rule groups. Groups without an enabled rule are omitted. */ -}}
{{- define "avalanche-exporter.groups" -}}
{{- $data := .Files.Get "files/rules.json" | fromJson -}}
{{- $groups := $data.recordings -}}
{{- range $group := $data.alerts -}}
{{- $rules := list -}}
{{- range $rule := $group.rules -}}
{{- $alert := index $.Values.prometheusRule.alerts $rule.alert -}}
{{- $tier := index $alert.tiers $rule.labels.severity -}}
{{- if and $alert.enabled $tier.enabled -}}
{{- $rules = append $rules (include "avalanche-exporter.alertRule" (dict "root" $ "rule" $rule "alert" $alert "tier" $tier "runbooks" $data.runbooks) | fromYaml) -}}
{{- end -}}
{{- end -}}
{{- if $rules -}}{{- $groups = append $groups (dict "name" $group.name "rules" $rules) -}}{{- end -}}
{{- end -}}
{{- concat $groups .Values.prometheusRule.additionalGroups | toYaml -}}
{{- end -}}
