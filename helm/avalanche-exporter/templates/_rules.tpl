{{/* The rules of files/rules.json, with their placeholders replaced by values, or by their defaults in the same file. */}}

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

{{- /* Seconds of a duration, such as 1d12h. */ -}}
{{- define "avalanche-exporter.seconds" -}}
{{- $units := dict "y" 31536000 "w" 604800 "d" 86400 "h" 3600 "m" 60 "s" 1 "ms" 0 -}}
{{- $sum := 0 -}}
{{- range regexFindAll "[0-9]+[a-z]+" . -1 -}}
{{- $unit := regexFind "[a-z]+" . -}}
{{- $sum = add $sum (mul (trimSuffix $unit .) (get $units $unit)) -}}
{{- end -}}
{{- $sum -}}
{{- end -}}

{{- /* An alerting rule with the settings of its alert and tier. Takes root, rule (of files/rules.json), alert and tier (of the values,
       which can be empty), and data (of files/rules.json). */ -}}
{{- define "avalanche-exporter.alertRule" -}}
{{- $values := .root.Values.prometheusRule -}}
{{- $expr := .rule.expr -}}
{{- $set := .tier.parameters | default dict -}}
{{- range $name, $default := .rule.parameters -}}
{{- $value := ternary (get $set $name) $default (hasKey $set $name) -}}
{{- $seconds := printf "<<seconds of %s>>" $name -}}
{{- if contains $seconds $expr -}}{{- $expr = replace $seconds (include "avalanche-exporter.seconds" $value) $expr -}}{{- end -}}
{{- $expr = replace (printf "<<%s>>" $name) (include "avalanche-exporter.parameter" $value) $expr -}}
{{- end -}}
{{- $annotations := deepCopy .rule.annotations -}}
{{- $addresses := dict "runbook_url" ($values.runbookUrl | default .data.runbooks) "dashboard_url" $values.grafanaUrl -}}
{{- range $link, $address := $addresses -}}
{{- if $address -}}
{{- $_ := set $annotations $link (regexReplaceAllLiteral "^<<[a-z]+>>" (get $annotations $link) (trimSuffix "/" $address)) -}}
{{- else -}}
{{- $_ := unset $annotations $link -}}
{{- end -}}
{{- end -}}
{{- $rule := dict "alert" .rule.alert "expr" $expr "for" (.tier.for | default .rule.for) -}}
{{- with .tier.keepFiringFor | default .alert.keepFiringFor | default .rule.keep_firing_for -}}{{- $_ := set $rule "keep_firing_for" . -}}{{- end -}}
{{- $namespace := dict -}}
{{- with .root.Values.alertmanagerConfig -}}
{{- if .enabled -}}{{- $namespace = dict "namespace" (.namespace | default (include "avalanche-exporter.namespace" $.root)) -}}{{- end -}}
{{- end -}}
{{- $severity := dict "severity" (.tier.severity | default .rule.labels.severity) -}}
{{- $_ := set $rule "labels" (merge $severity $namespace (.alert.labels | default dict) $values.alertLabels) -}}
{{- $_ := set $rule "annotations" (merge (dict) (.alert.annotations | default dict) $values.alertAnnotations $annotations) -}}
{{- toYaml $rule -}}
{{- end -}}

{{- /* A group with its enabled rules. Takes root, group and data. */ -}}
{{- define "avalanche-exporter.group" -}}
{{- $rules := list -}}
{{- range $rule := .group.rules -}}
{{- $alert := get ($.root.Values.prometheusRule.alerts | default dict) $rule.alert | default dict -}}
{{- $tier := get ($alert.tiers | default dict) $rule.labels.severity | default dict -}}
{{- if not (or (eq $alert.enabled false) (eq $tier.enabled false)) -}}
{{- $rules = append $rules (include "avalanche-exporter.alertRule" (dict "root" $.root "rule" $rule "alert" $alert "tier" $tier "data" $.data) | fromYaml) -}}
{{- end -}}
{{- end -}}
{{- dict "name" .group.name "rules" $rules | toYaml -}}
{{- end -}}

{{- /* All rule groups. Groups without an enabled rule are omitted. */ -}}
{{- define "avalanche-exporter.groups" -}}
{{- $data := .Files.Get "files/rules.json" | fromJson -}}
{{- $chosen := $data.groups -}}
{{- range $name, $enabled := .Values.prometheusRule.optional -}}
{{- if $enabled -}}{{- $chosen = append $chosen (index $data.optional $name) -}}{{- end -}}
{{- end -}}
{{- $groups := list -}}
{{- range $group := $chosen -}}
{{- $rendered := include "avalanche-exporter.group" (dict "root" $ "group" $group "data" $data) | fromYaml -}}
{{- if $rendered.rules -}}{{- $groups = append $groups $rendered -}}{{- end -}}
{{- end -}}
{{- concat $groups .Values.prometheusRule.additionalGroups | default list | toYaml -}}
{{- end -}}
