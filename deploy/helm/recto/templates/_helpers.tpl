{{- define "recto.labels" -}}
app.kubernetes.io/name: recto
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "recto.selector" -}}
app.kubernetes.io/name: recto
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "recto.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "recto.environment" -}}
- {name: RECTO_PUBLIC_URL, value: {{ .Values.publicUrl | quote }}}
- {name: RECTO_STORAGE_URL, value: {{ .Values.storageUrl | quote }}}
- {name: TRUST_PROXY, value: {{ .Values.trustProxy | quote }}}
- {name: RECTO_MIGRATE, value: "off"}
- {name: RECTO_METRICS_PORT, value: "9464"}
{{- range .Values.secretKeys }}
- {name: {{ . }}_FILE, value: /run/secrets/recto/{{ . }}}
{{- end }}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}

{{- /* Defines a pod that runs `recto` with the arguments in .command, or the shell script in .script, as the image's user. It can write only to /tmp, and to /backups if .claim names a volume claim. */ -}}
{{- define "recto.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toJson . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
containers:
  - name: recto
    image: {{ include "recto.image" .root }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    {{- with get . "script" }}
    command: [tini, --, sh, -c, {{ . | quote }}]
    {{- else }}
    args: {{ toJson .command }}
    {{- end }}
    env:
      {{- include "recto.environment" .root | nindent 6 }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities: {drop: [ALL]}
    {{- if .isServer }}
    ports: [{name: http, containerPort: 3000}, {name: metrics, containerPort: 9464}]
    startupProbe: {httpGet: {path: /healthz, port: http}, periodSeconds: 2, failureThreshold: 60}
    livenessProbe: {httpGet: {path: /healthz, port: http}, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6}
    readinessProbe: {httpGet: {path: /readyz, port: http}, periodSeconds: 5, timeoutSeconds: 5}
    {{- end }}
    {{- with .resources }}
    resources: {{ toJson . }}
    {{- end }}
    volumeMounts:
      - {name: secrets, mountPath: /run/secrets/recto, readOnly: true}
      - {name: temporary, mountPath: /tmp}
      - {name: data, mountPath: /var/lib/recto}
      {{- if get . "claim" }}
      - {name: backups, mountPath: /backups}
      {{- end }}
volumes:
  - name: secrets
    secret: {secretName: {{ .root.Values.existingSecret }}, defaultMode: 0440}
  - name: temporary
    emptyDir: {sizeLimit: {{ .root.Values.temporarySize }}}
  - name: data
    emptyDir: {}
  {{- with get . "claim" }}
  - name: backups
    persistentVolumeClaim: {claimName: {{ . }}}
  {{- end }}
{{- end }}
