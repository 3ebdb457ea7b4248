{{- /* What the schema cannot say: values that take what the chart sets itself, or each other's place. */}}
{{- define "keelson.contradictions" -}}
{{- if and (eq .Values.scope "namespaced") (not .Values.namespaces) }}
{{- fail "scope: namespaced works for the namespaces that are named in namespaces, and there are none. Name one, or set scope to cluster." }}
{{- end }}
{{- if and (eq .Values.scope "cluster") .Values.namespaces }}
{{- fail "namespaces: scope is cluster, which means all namespaces. Set scope to namespaced, or leave namespaces out." }}
{{- end }}
{{- range $value := list "commonLabels" "podLabels" }}
{{- range $label, $_ := index $.Values $value }}
{{- if has $label (list "app.kubernetes.io/name" "app.kubernetes.io/version") }}
{{- fail (printf "%s: the label %s is set by the chart, which finds its Pods by it. Take another name." $value $label) }}
{{- end }}
{{- end }}
{{- end }}
{{- range $label, $_ := .Values.podLabels }}
{{- if hasKey $.Values.commonLabels $label }}
{{- fail (printf "podLabels: commonLabels sets the label %s already. Leave it out in one of them." $label) }}
{{- end }}
{{- end }}
{{- range $argument := .Values.extraArgs }}
{{- $option := splitList "=" $argument | first }}
{{- $value := get (include "keelson.optionsOfTheChart" $ | fromYaml) $option }}
{{- if $value }}
{{- fail (printf "extraArgs: %s is set by the chart. Use %s instead." $option $value) }}
{{- end }}
{{- end }}
{{- range .Values.extraEnv }}
{{- if has .name (list "POD_NAME" "POD_NAMESPACE" "POD_UID") }}
{{- fail (printf "extraEnv: %s is set by the chart, and tells the operator which Pod it is. Leave it out." .name) }}
{{- end }}
{{- end }}
{{- $volumes := list "tmp" "provider-cache" }}
{{- range .Values.extraVolumes }}
{{- if or (has .name $volumes) (hasPrefix "provider-mirror-" .name) }}
{{- fail (printf "extraVolumes: there is a volume %s already. Take another name." .name) }}
{{- end }}
{{- $volumes = append $volumes .name }}
{{- end }}
{{- $paths := list "/tmp" }}
{{- if .Values.providers.cache }}
{{- $paths = append $paths "/tmp/keelson/packages" }}
{{- end }}
{{- range .Values.providers.mirrors }}
{{- $paths = append $paths .path }}
{{- end }}
{{- range .Values.extraVolumeMounts }}
{{- if not (or (has .name $volumes) (hasPrefix "provider-mirror-" .name)) }}
{{- fail (printf "extraVolumeMounts: there is no volume %s. Add it to extraVolumes." .name) }}
{{- end }}
{{- if has .mountPath $paths }}
{{- fail (printf "extraVolumeMounts: at %s something is mounted already. Take another path." .mountPath) }}
{{- end }}
{{- $paths = append $paths .mountPath }}
{{- end }}
{{- end }}

{{- define "keelson.optionsOfTheChart" -}}
--leader-elect: "replicas"
--no-leader-elect: "replicas"
--namespaces: "scope and namespaces"
--lease-namespace: "the namespace of the release"
--health-port: "the Service keelson-metrics, which has a port of its own"
--reads-per-second: "readsPerSecond"
--max-instances-per-resource: "limits.instancesPerResource"
--max-instances-per-stack: "limits.instancesPerStack"
--max-instances-per-namespace: "limits.instancesPerNamespace"
--max-declared-mib-per-namespace: "limits.declaredMiBPerNamespace"
--provider-mirror: "providers.mirrors"
--hold: "hold"
{{- end }}
