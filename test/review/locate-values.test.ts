import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Runner } from '../../src/process/run.ts';
import { openBedRunner, renderersWith } from '../render/rendered.ts';
import { located } from './located.ts';
import type { Change, Texts } from './located.ts';

let runner: Runner;

before(async () => {
  runner = await openBedRunner();
});

after(async () => {
  await runner.close();
});

async function assertLocated(change: Change, expected: readonly string[]): Promise<void> {
  const found = await located(renderersWith(runner), change);
  assert.deepEqual([...found].sort(), [...expected].sort());
}

const helm = {
  kind: 'helm',
  chart: { path: 'chart' },
  release: 'shop',
  namespace: 'shop',
  valuesFiles: [{ path: 'prod.yaml' }],
  major: 4,
} as const;

const chart = (values: string, production = '{}\n'): Texts => ({
  'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'chart/values.yaml': values,
  'prod.yaml': production,
  'chart/templates/web.yaml': `{{- /* The shop. */}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  template:
    spec:
      containers:
        - name: web
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
        - name: {{ .Values.side.name }}
          image: side:{{ .Values.side.tag }}
`,
  'chart/templates/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
spec:
  selector:
    app: {{ .Release.Name }}
    tier: front
`,
});

const values = ({ repository = 'shop/web', tag = '1.0', side = '7' }): string =>
  `replicas: 2\nimage:\n  repository: ${repository}\n  tag: "${tag}"\nside:\n  name: side\n  tag: "${side}"\n`;

test('A value that a chart is given stands in the values file that changes it', async () => {
  const base = chart(values({}));
  await assertLocated({ plan: helm, base, head: { 'chart/values.yaml': values({ tag: '2.0' }) } }, [
    'image-changed Deployment/shop chart/values.yaml:4',
  ]);
  const moved = { 'chart/values.yaml': values({ repository: 'other/web', tag: '2.0' }) };
  await assertLocated({ plan: helm, base, head: moved }, [
    'image-changed Deployment/shop chart/values.yaml:3, chart/values.yaml:4',
  ]);
  await assertLocated({ plan: helm, base, head: { 'prod.yaml': 'replicas: 0\n' } }, [
    'workload-scaled-to-zero Deployment/shop prod.yaml:1',
  ]);
});

test('Of two tags that move alike, the one beside the image’s repository is meant', async () => {
  const base = chart(values({ side: '1.0' }));
  const head = { 'chart/values.yaml': values({ tag: '2.0', side: '2.0' }) };
  await assertLocated({ plan: helm, base, head }, [
    'image-changed Deployment/shop chart/values.yaml:4, chart/values.yaml:7',
  ]);
});

test('A value that a template says itself stands there, and what nothing explains at its only key or its object', async () => {
  const base = chart(values({}));
  const template = (name: string): string => base[`chart/templates/${name}.yaml`] ?? '';
  const service = { 'chart/templates/service.yaml': template('service').replace('front', 'back') };
  await assertLocated({ plan: helm, base, head: service }, [
    'selector-changed Service/shop chart/templates/service.yaml:8',
  ]);
  const computed = {
    'chart/templates/web.yaml': template('web').replace('.Values.replicas }}', 'sub 2 .Values.replicas }}'),
  };
  await assertLocated({ plan: helm, base, head: computed }, [
    'workload-scaled-to-zero Deployment/shop chart/templates/web.yaml:7',
  ]);
  const images = {
    'chart/templates/web.yaml': template('web').replaceAll('image: ', 'image: {{ "other/" }}'),
  };
  await assertLocated({ plan: helm, base, head: images }, [
    'image-changed Deployment/shop chart/templates/web.yaml:2',
  ]);
});
