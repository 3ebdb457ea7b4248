{{- define "keelson.labels" -}}
{{ include "keelson.selector" . }}
{{ include "keelson.labelsBesidesSelector" . }}
{{- end }}

{{- define "keelson.labelsBesidesSelector" -}}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "keelson.selector" -}}
app.kubernetes.io/name: keelson
{{- end }}

{{- /* Of the Pod of helm test: the Service and the Deployment must not take it for theirs. */}}
{{- define "keelson.testSelector" -}}
app.kubernetes.io/name: keelson-test
{{- end }}

{{- define "keelson.image" -}}
{{- $tag := .Values.image.tag | default (empty .Values.image.digest | ternary .Chart.AppVersion "") -}}
{{ .Values.image.repository }}{{ with $tag }}:{{ . }}{{ end }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end }}

{{- define "keelson.clusterRole" -}}
keelson-operator{{ if eq .Values.scope "namespaced" }}-cluster{{ end }}
{{- end }}

{{- define "keelson.account" -}}
- kind: ServiceAccount
  name: keelson
  namespace: {{ .Release.Namespace }}
{{- end }}
