/** A number -> a repository with as many Helm Applications: a chart each, and the chart of the app-of-apps above them. */
import { stringify } from 'yaml';

import type { RenderPlan } from '../src/reconciler/render-plan.ts';

export type Files = Record<string, string>;
export type HelmPlan = Extract<RenderPlan, { readonly kind: 'helm' }>;

export interface Applications {
  readonly files: Files;
  /** The app-of-apps first. */
  readonly plans: readonly HelmPlan[];
}

export function applications(count: number): Applications {
  const names = Array.from({ length: count }, (_, index) => `app-${String(index)}`);
  const files: Files = {
    ...chart('root', { 'applications.yaml': manyApplications }),
    'root/values.yaml': stringify({ revision: 'main', applications: names }),
  };
  for (const name of names) Object.assign(files, applicationChart(name));
  return {
    files,
    plans: [planOf('root', []), ...names.map((name) => planOf(name, ['common.yaml', 'prod.yaml']))],
  };
}

function planOf(name: string, valuesFiles: readonly string[]): HelmPlan {
  const chartPath = name === 'root' ? 'root' : `apps/${name}`;
  return {
    kind: 'helm',
    chart: { path: chartPath },
    release: name,
    namespace: name === 'root' ? 'argocd' : name,
    valuesFiles: valuesFiles.map((file) => ({ path: `env/${file}` })),
    parameters: [{ name: 'image.tag', value: '1.2.3', as: 'string' }],
    major: 4,
  };
}

function chart(directory: string, templates: Files): Files {
  const name = directory.replace(/^.*\//u, '');
  const files = Object.entries(templates).map(
    ([file, text]) => [`${directory}/templates/${file}`, text] as const,
  );
  return {
    [`${directory}/Chart.yaml`]: stringify({ apiVersion: 'v2', name, version: '1.0.0' }),
    ...Object.fromEntries(files),
  };
}

/** Below `apps/`, and the values that all share below `env/`. */
export function applicationChart(name: string): Files {
  const directory = `apps/${name}`;
  return {
    'env/common.yaml': stringify({ team: 'platform', ingress: { domain: 'example.com' } }),
    'env/prod.yaml': stringify({ replicas: 3 }),
    ...chart(directory, {
      '_helpers.tpl': helpers,
      'deployment.yaml': deployment,
      'service.yaml': object(
        'v1',
        'Service',
        'spec: {ports: [{port: 80}], selector: {{ include "app.labels" . | fromYaml | toJson }}}',
      ),
      'configmap.yaml': object('v1', 'ConfigMap', 'data: {{ .Values.config | toJson }}'),
      'account.yaml': object('v1', 'ServiceAccount', 'automountServiceAccountToken: false'),
      'ingress.yaml': object(
        'networking.k8s.io/v1',
        'Ingress',
        'spec: {rules: [{host: "{{ include "app.name" . }}.{{ .Values.ingress.domain }}"}]}',
      ),
      'budget.yaml': object(
        'policy/v1',
        'PodDisruptionBudget',
        'spec: {minAvailable: {{ sub (int .Values.replicas) 1 }}}',
      ),
      'network.yaml': object('networking.k8s.io/v1', 'NetworkPolicy', 'spec: {podSelector: {}}'),
    }),
    [`${directory}/values.yaml`]: stringify({
      replicas: 1,
      team: 'none',
      image: { repository: `registry.example.com/${name}`, tag: 'latest' },
      ingress: { domain: 'localhost' },
      config: Object.fromEntries(
        Array.from({ length: 40 }, (_, key) => [`KEY_${String(key)}`, `${name}-${String(key)}`]),
      ),
    }),
  };
}

const helpers = `{{- define "app.name" -}}{{ .Release.Name | trunc 63 | trimSuffix "-" }}{{- end }}
{{- define "app.labels" -}}
app.kubernetes.io/name: {{ include "app.name" . }}
app.kubernetes.io/version: {{ .Values.image.tag | quote }}
example.com/team: {{ .Values.team }}
{{- end }}
`;

function object(apiVersion: string, kind: string, body: string): string {
  return `apiVersion: ${apiVersion}
kind: ${kind}
metadata:
  name: {{ include "app.name" . }}
  labels:
    {{- include "app.labels" . | nindent 4 }}
${body}
`;
}

const deployment = object(
  'apps/v1',
  'Deployment',
  `spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels:
      {{- include "app.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "app.labels" . | nindent 8 }}
    spec:
      containers:
        - name: app
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
          env:
            {{- range $key, $value := .Values.config }}
            - {name: {{ $key }}, value: {{ $value | quote }}}
            {{- end }}`,
);

const manyApplications = `{{- range .Values.applications }}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: {{ . }}, namespace: argocd}
spec:
  project: default
  destination: {server: "https://kubernetes.default.svc", namespace: {{ . }}}
  source:
    repoURL: https://github.com/example/apps
    targetRevision: {{ $.Values.revision }}
    path: apps/{{ . }}
    helm: {valueFiles: [/env/common.yaml, /env/prod.yaml]}
{{- end }}
`;
