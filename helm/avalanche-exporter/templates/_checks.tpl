{{/* Rejects values that contradict each other. Each message ends with the value to set. */}}

{{- define "avalanche-exporter.check" -}}
{{- with .Values -}}
{{- $scraped := or .serviceMonitor.enabled .podMonitor.enabled .scrapeConfig.enabled -}}
{{- if and (not .exporter.enabled) (or .config $scraped) -}}
{{- fail "config and the monitors require the exporter, which is disabled: set exporter.enabled to true" -}}
{{- end -}}
{{- if and .exporter.enabled (contains "OWNER/" .image.repository) -}}
{{- fail (printf "image.repository is %s, which does not exist: the project has no account yet. Push an image to your registry, and set image.registry and image.repository to it" .image.repository) -}}
{{- end -}}
{{- if and .exporter.enabled (not (or .config.node .config.nodes)) -}}
{{- fail "no node is configured: set config.node.url, or config.nodes.NAME.url for several nodes" -}}
{{- end -}}
{{- if and .config.node (not .config.node.url) -}}
{{- fail "config.node has no url: set config.node.url, for example to http://127.0.0.1:9650 for a node in this Pod" -}}
{{- end -}}
{{- if and .serviceMonitor.enabled .podMonitor.enabled -}}
{{- fail "serviceMonitor.enabled and podMonitor.enabled would scrape the same Pods twice: set one of them to false" -}}
{{- end -}}
{{- if and .scrapeConfig.enabled (not .config.nodes) -}}
{{- fail "scrapeConfig requires config.nodes, which is empty: set serviceMonitor.enabled instead" -}}
{{- end -}}
{{- if and (or .web.tls .web.clientCertificates) (not .web.existingSecret) -}}
{{- fail "web.tls and web.clientCertificates require a web configuration: set web.existingSecret to the Secret that contains it" -}}
{{- end -}}
{{- if and .web.clientCertificates (not .web.tls) -}}
{{- fail "web.clientCertificates requires TLS: set web.tls to true" -}}
{{- end -}}
{{- if and (ne (toString .podDisruptionBudget.minAvailable) "<nil>") (ne (toString .podDisruptionBudget.maxUnavailable) "<nil>") -}}
{{- fail "podDisruptionBudget.minAvailable and maxUnavailable are mutually exclusive: set one of them" -}}
{{- end -}}
{{- if and .service.nodePort (eq .service.type "ClusterIP") -}}
{{- fail "service.nodePort does not apply to the Service type ClusterIP: set service.type to NodePort or LoadBalancer" -}}
{{- end -}}
{{- if and (not .serviceAccount.create) .serviceAccount.annotations -}}
{{- fail "serviceAccount.annotations require a ServiceAccount created by the chart: set serviceAccount.create to true" -}}
{{- end -}}
{{- range .dashboards.only -}}
{{- if not ($.Files.Get (printf "files/dashboards/%s.json" .)) -}}
{{- fail (printf "dashboards.only: unknown dashboard %q: set any of %s" . (include "avalanche-exporter.dashboardNames" $ | fromJsonArray | join ", ")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* "true" if the object is to be rendered. Takes root, key (the value that enables it), apiVersion and kind. */ -}}
{{- define "avalanche-exporter.hasKind" -}}
{{- $mode := .root.Values.operatorKinds -}}
{{- $has := or (eq $mode "always") (.root.Capabilities.APIVersions.Has (printf "%s/%s" .apiVersion .kind)) -}}
{{- if and (not $has) (eq $mode "check") -}}
{{- fail (printf "%s requires the kind %s of %s, which is not installed in the cluster: install its operator first, or set operatorKinds to 'auto' to skip the object, or to 'always' to render it without checking" .key .kind .apiVersion) -}}
{{- end -}}
{{- $has | ternary "true" "" -}}
{{- end -}}
