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

{{- /* The condition of a tier, with values for its parameters. Takes rule and tier. */ -}}
{{- define "avalanche-exporter.tierExpr" -}}
{{- $expr := .rule.expr -}}
{{- range $name, $value := .tier.parameters -}}
{{- $expr = replace (printf "<<%s>>" $name) (include "avalanche-exporter.parameter" $value) $expr -}}
{{- end -}}
{{- $expr -}}
{{- end -}}

{{- /* An alerting rule. Takes root, rule, expr, alert and tier (their values), and data (of files/rules.json). */ -}}
{{- define "avalanche-exporter.alertRule" -}}
{{- $values := .root.Values.prometheusRule -}}
{{- $annotations := deepCopy .rule.annotations -}}
{{- with $values.runbookUrl -}}
{{- $_ := set $annotations "runbook_url" (replace $.data.runbooks (printf "%s/" (trimSuffix "/" .)) $annotations.runbook_url) -}}
{{- end -}}
{{- with $values.grafanaUrl -}}
{{- $_ := set $annotations "dashboard_url" (replace $.data.grafana (trimSuffix "/" .) $annotations.dashboard_url) -}}
{{- end -}}
{{- $rule := dict "alert" .rule.alert "expr" .expr "for" .tier.for -}}
{{- with .alert.keepFiringFor -}}{{- $_ := set $rule "keep_firing_for" . -}}{{- end -}}
{{- $namespace := dict -}}
{{- with .root.Values.alertmanagerConfig -}}
{{- if .enabled -}}{{- $namespace = dict "namespace" (.namespace | default (include "avalanche-exporter.namespace" $.root)) -}}{{- end -}}
{{- end -}}
{{- $_ := set $rule "labels" (merge (dict "severity" .tier.severity) $namespace (.alert.labels | default dict) $values.alertLabels) -}}
{{- $_ := set $rule "annotations" (merge (dict) (.alert.annotations | default dict) $values.alertAnnotations $annotations) -}}
{{- toYaml $rule -}}
{{- end -}}

{{- /* A group with its enabled rules: each excludes the conditions of the more severe rules of its alert, which precede it.
       Takes root, group and data. */ -}}
{{- define "avalanche-exporter.group" -}}
{{- $rules := list -}}
{{- $previous := "" -}}
{{- $excluded := "" -}}
{{- range $rule := .group.rules -}}
{{- if not $rule.alert -}}
{{- $rules = append $rules $rule -}}
{{- else -}}
{{- $alert := index $.root.Values.prometheusRule.alerts $rule.alert -}}
{{- $tier := index $alert.tiers $rule.labels.severity -}}
{{- if ne $rule.alert $previous -}}{{- $excluded = "" -}}{{- end -}}
{{- $previous = $rule.alert -}}
{{- if and $alert.enabled $tier.enabled -}}
{{- $expr := include "avalanche-exporter.tierExpr" (dict "rule" $rule "tier" $tier) -}}
{{- $inBlock := printf "(\n%s\n)" (indent 2 $expr) -}}
{{- $whole := ternary (printf "%s%s" $inBlock $excluded) $expr (ne $excluded "") -}}
{{- $excluded = printf "%s\nunless\n%s" $excluded $inBlock -}}
{{- $rules = append $rules (include "avalanche-exporter.alertRule" (dict "root" $.root "rule" $rule "expr" $whole "alert" $alert "tier" $tier "data" $.data) | fromYaml) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- dict "name" .group.name "rules" $rules | toYaml -}}
{{- end -}}

{{- /* All rule groups. Groups without an enabled rule are omitted. */ -}}
{{- define "avalanche-exporter.groups" -}}
{{- $data := .Files.Get "files/rules.json" | fromJson -}}
{{- $groups := $data.recordings -}}
{{- $chosen := $data.alerts -}}
{{- range $name, $enabled := .Values.prometheusRule.optional -}}
{{- if $enabled -}}{{- $chosen = concat $chosen (index $data.optional $name) -}}{{- end -}}
{{- end -}}
{{- range $group := $chosen -}}
{{- $rendered := include "avalanche-exporter.group" (dict "root" $ "group" $group "data" $data) | fromYaml -}}
{{- if $rendered.rules -}}{{- $groups = append $groups $rendered -}}{{- end -}}
{{- end -}}
{{- concat $groups .Values.prometheusRule.additionalGroups | toYaml -}}
{{- end -}}
