import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';

import type { JsonObject } from '../../../../src/object/json.ts';
import { helmReleaseUnit, type FluxReference } from '../../../../src/reconciler/flux/flux-unit.ts';
import { valuesFor, type Values } from '../../../../src/reconciler/flux/helm-release/values.ts';
import { openRenderers } from '../../../render/rendered.ts';
import { helmReleaseOf, rendered } from '../rendering.ts';

const object = z.record(z.string(), z.json());
const { rows } = z
  .object({
    rows: z.array(
      z.object({
        inline: object,
        references: z.array(z.object({ targetPath: z.string(), text: z.string(), literal: z.boolean() })),
        values: object.optional(),
        error: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, 'recorded-values.json'), 'utf8')));

const configMap = (
  data: Readonly<Record<string, string>>,
  told: Partial<FluxReference> = {},
): FluxReference => ({
  kind: 'ConfigMap',
  name: 'settings',
  optional: false,
  state: 'seen',
  data,
  ...told,
});

function made(spec: JsonObject, valuesFrom: FluxReference[]): Values {
  return valuesFor(helmReleaseUnit(helmReleaseOf(spec, { valuesFrom })));
}

// What Helm's own parser made of them stands in the recording, with its version.
test('References and inline values are merged, and target paths set, as the controller does it', () => {
  assert.ok(rows.length > 20);
  for (const { inline, references, values, error } of rows) {
    const valuesFrom = references.map(({ targetPath, literal }) => ({
      valuesKey: 'key',
      targetPath,
      literal,
    }));
    const found = made(
      { values: inline, valuesFrom },
      references.map(({ text }) => configMap({ key: text })),
    );
    const expected = error === true ? undefined : values;
    assert.deepEqual(
      found.kind === 'values' ? found.values : undefined,
      expected,
      JSON.stringify(references),
    );
  }
});

test('What is missing stops the controller, unless it may be', () => {
  const gone = configMap({}, { state: 'missing' });
  const found = made({ valuesFrom: [{}] }, [gone]);
  assert.ok(found.kind === 'failed');
  assert.match(
    found.message,
    /ConfigMap chart values reference 'settings' with key 'values\.yaml': resource not found/u,
  );
  assert.match(JSON.stringify(made({ valuesFrom: [{}] }, [configMap({ other: '' })])), /key not found/u);
  assert.deepEqual(made({ valuesFrom: [{}], values: { a: 1 } }, [{ ...gone, optional: true }]), {
    kind: 'values',
    values: { a: 1 },
    doubts: [],
  });
});

const renderers = await openRenderers();
const files = {
  'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\n',
  'charts/web/templates/all.yaml': `apiVersion: v1
kind: Secret
metadata: {name: web, annotations: {sum: {{ .Values.password | sha256sum }}, plain: kept}}
data: {password: {{ .Values.password | b64enc }}}
stringData: {url: "http://user:{{ .Values.password }}@host"}
`,
};

test('The value of a Secret at a target path is unseen wherever something is made of it', async () => {
  const secret = configMap({ key: '' }, { kind: 'Secret', state: 'opaque' });
  const spec = { valuesFrom: [{ valuesKey: 'key', targetPath: 'password' }] };
  const render = await rendered(renderers, { unit: helmReleaseOf(spec, { valuesFrom: [secret] }), files });
  assert.ok(render.kind === 'rendered', JSON.stringify(render));
  assert.deepEqual(
    render.gaps.map(({ kind, object: of, why }) => [kind, of?.name, why]),
    [
      [
        'live-value-needed',
        'web',
        'a value that is not known here decides .metadata.annotations.sum, .data.password, .stringData.url',
      ],
    ],
  );
  assert.match(JSON.stringify(render.declared), /"plain":"kept"/u);
});

test('A file of values in a Secret leaves a doubt about all, and a failure without it is none of the source', async () => {
  const secret = configMap({ 'values.yaml': '' }, { kind: 'Secret', state: 'opaque' });
  const told = { valuesFrom: [secret] };
  const spec = { valuesFrom: [{}], values: { password: 'x' } };
  const render = await rendered(renderers, { unit: helmReleaseOf(spec, told), files });
  assert.ok(render.kind === 'rendered', JSON.stringify(render));
  const why = 'the values in values.yaml of the Secret settings are not known here: its values are not read';
  assert.deepEqual(
    render.gaps.map((gap) => gap.why),
    [why],
  );
  const without = await rendered(renderers, { unit: helmReleaseOf({ valuesFrom: [{}] }, told), files });
  assert.ok(without.kind === 'gap', JSON.stringify(without));
});
