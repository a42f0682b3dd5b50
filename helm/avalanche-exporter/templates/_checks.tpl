{{/* Values that contradict each other: one sentence that says what to set. */}}

{{- define "avalanche-exporter.check" -}}
{{- with .Values -}}
{{- $scraped := or .serviceMonitor.enabled .podMonitor.enabled .scrapeConfig.enabled -}}
{{- if and (not .exporter.enabled) (or .config $scraped) -}}
{{- fail "config and monitors are of the exporter, and there is none: set exporter.enabled to true" -}}
{{- end -}}
{{- if and .exporter.enabled (not (or .config.node .config.nodes)) -}}
{{- fail "there is no node to ask: set config.node.url, or config.nodes.NAME.url for several" -}}
{{- end -}}
{{- if and .config.node (not .config.node.url) -}}
{{- fail "config.node has no url: set config.node.url, to http://127.0.0.1:9650 for a node in this Pod" -}}
{{- end -}}
{{- if and .serviceMonitor.enabled .podMonitor.enabled -}}
{{- fail "serviceMonitor.enabled and podMonitor.enabled would both scrape the same Pods: set one of them to false" -}}
{{- end -}}
{{- if and .scrapeConfig.enabled (not .config.nodes) -}}
{{- fail "scrapeConfig.enabled is for config.nodes, and there are none: set serviceMonitor.enabled in its place" -}}
{{- end -}}
{{- if and (or .web.tls .web.clientCertificates) (not .web.existingSecret) -}}
{{- fail "web.tls and web.clientCertificates tell what is in a web configuration: set web.existingSecret to the Secret that has it" -}}
{{- end -}}
{{- if and .web.clientCertificates (not .web.tls) -}}
{{- fail "web.clientCertificates needs TLS: set web.tls to true" -}}
{{- end -}}
{{- if and (ne (toString .podDisruptionBudget.minAvailable) "<nil>") (ne (toString .podDisruptionBudget.maxUnavailable) "<nil>") -}}
{{- fail "podDisruptionBudget.minAvailable and maxUnavailable exclude each other: set one of them" -}}
{{- end -}}
{{- if and .service.nodePort (eq .service.type "ClusterIP") -}}
{{- fail "service.nodePort needs a Service that has one: set service.type to NodePort or LoadBalancer" -}}
{{- end -}}
{{- if and (not .serviceAccount.create) .serviceAccount.annotations -}}
{{- fail "serviceAccount.annotations are of a ServiceAccount that the chart makes: set serviceAccount.create to true" -}}
{{- end -}}
{{- range .dashboards.only -}}
{{- if not ($.Files.Get (printf "files/dashboards/%s.json" .)) -}}
{{- fail (printf "dashboards.only: there is no dashboard %s; set any of %s" . (include "avalanche-exporter.dashboardNames" $ | fromJsonArray | join ", ")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* "true" where the object may be made. Takes root, asked (the values' key), apiVersion and kind. */ -}}
{{- define "avalanche-exporter.hasKind" -}}
{{- $mode := .root.Values.operatorKinds -}}
{{- $has := or (eq $mode "always") (.root.Capabilities.APIVersions.Has (printf "%s/%s" .apiVersion .kind)) -}}
{{- if and (not $has) (eq $mode "check") -}}
{{- fail (printf "%s asks for a %s, and the cluster has no %s: install its operator first, or set operatorKinds to auto to leave it out, to always to make it unseen" .asked .kind .apiVersion) -}}
{{- end -}}
{{- $has | ternary "true" "" -}}
{{- end -}}
