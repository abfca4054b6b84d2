/** A folder -> a chart `shop` in it, which makes three ConfigMaps of the value `color`. */
import type { Files } from '../files.ts';

export function chart(folder: string): Files {
  return {
    [`${folder}/Chart.yaml`]: 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    [`${folder}/values.yaml`]: 'color: none\n',
    ...Object.fromEntries(
      ['one', 'two', 'three'].map((name) => [`${folder}/templates/${name}.yaml`, template(name)]),
    ),
  };
}

function template(name: string): string {
  return [
    'apiVersion: v1',
    'kind: ConfigMap',
    `metadata: { name: "{{ .Release.Name }}-${name}" }`,
    'data: { color: {{ .Values.color | quote }}, namespace: {{ .Release.Namespace | quote }} }',
    '',
  ].join('\n');
}
