{{- define "keelson.labels" -}}
{{ include "keelson.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "keelson.selector" -}}
app.kubernetes.io/name: keelson
{{- end }}
