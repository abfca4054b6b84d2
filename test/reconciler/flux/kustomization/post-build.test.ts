import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../../src/object/json.ts';
import type { FluxReference } from '../../../../src/reconciler/flux/flux-unit.ts';
import { openRenderers } from '../../../render/rendered.ts';
import { failure, kustomizationOf, objectsOf, rendered } from '../rendering.ts';

const renderers = await openRenderers();

const files = {
  'apps/a.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: shop}
data: {host: "\${HOST:-none}", port: "\${PORT}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: b, namespace: shop, annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}}
data: {host: "\${HOST}"}
`,
};
const reference = (name: string, told: Partial<FluxReference> = {}): FluxReference => ({
  kind: 'ConfigMap',
  name,
  optional: false,
  state: 'seen',
  data: {},
  ...told,
});

interface Told {
  readonly postBuild: JsonObject;
  readonly substituteFrom?: readonly FluxReference[];
  readonly strictSubstitution?: boolean;
}

function given({ postBuild, substituteFrom = [], strictSubstitution = true }: Told) {
  const told = { substituteFrom, installation: { strictSubstitution } };
  return { unit: kustomizationOf({ path: 'apps', postBuild }, told), files };
}

test('Later references win over earlier ones, what stands inline over all, and who opts out is left alone', async () => {
  const [a, b] = await objectsOf(
    renderers,
    given({
      postBuild: { substitute: { PORT: '80\n80' } },
      substituteFrom: [
        reference('one', { data: { HOST: 'one', PORT: '1' } }),
        reference('two', { data: { HOST: 'two' } }),
        reference('gone', { state: 'missing', optional: true }),
      ],
    }),
  );
  assert.deepEqual([a?.['data'], b?.['data']], [{ host: 'two', port: 8080 }, { host: '${HOST}' }]);
});

test('A variable without value fails where substitution is strict, and is empty elsewhere', async () => {
  const postBuild = { substitute: { HOST: 'x' } };
  const message = await failure(renderers, given({ postBuild }));
  assert.match(message, /post build failed for 'ConfigMap\/a': .*variable not set \(strict mode\): "PORT"/u);
  const [a] = await objectsOf(renderers, given({ postBuild, strictSubstitution: false }));
  assert.deepEqual(a?.['data'], { host: 'x', port: null });
});

test('Without any variable nothing is substituted, unless the strategy is Always', async () => {
  const [a] = await objectsOf(renderers, given({ postBuild: {} }));
  assert.deepEqual(a?.['data'], { host: '${HOST:-none}', port: '${PORT}' });
  const message = await failure(renderers, given({ postBuild: { substituteStrategy: 'Always' } }));
  assert.match(message, /variable not set/u);
});

test('A reference that must be there and is not stops the build', async () => {
  const message = await failure(
    renderers,
    given({ postBuild: {}, substituteFrom: [reference('settings', { state: 'missing' })] }),
  );
  assert.match(message, /substitute from 'ConfigMap\/settings' error/u);
});

test('The value of a Secret stands as unseen in its fields, and so does what a reference that was not read may hold', async () => {
  const secret = reference('keys', { kind: 'Secret', state: 'opaque', data: { HOST: '' } });
  const inline = { substitute: { PORT: '80' } };
  const opaque = await rendered(renderers, given({ postBuild: inline, substituteFrom: [secret] }));
  const unread = reference('keys', { kind: 'Secret', state: 'unseen' });
  const unseen = await rendered(renderers, given({ postBuild: inline, substituteFrom: [unread] }));
  for (const render of [opaque, unseen]) {
    assert.ok(render.kind === 'rendered', JSON.stringify(render));
    assert.deepEqual(
      render.declared.map(({ object }) => object['data']),
      [{ host: 'value-not-seen-by-proofline', port: 80 }, { host: '${HOST}' }],
    );
    assert.deepEqual(
      render.gaps.flatMap(({ object, why }) => (object === undefined ? [] : [[object.name, why]])),
      [['a', 'a value that is not known here decides .data.host']],
    );
  }
  assert.ok(unseen.kind === 'rendered' && opaque.kind === 'rendered');
  assert.equal(opaque.gaps.length, 1);
  assert.deepEqual(
    unseen.gaps.flatMap(({ object, why }) => (object === undefined ? [why] : [])),
    ['the variables of the Secret keys are not known here: it could not be read'],
  );
});

test('In the data of a Secret a value that is not known stands encoded', async () => {
  const secret = reference('keys', { kind: 'Secret', state: 'opaque', data: { KEY: '' } });
  const render = await rendered(renderers, {
    unit: kustomizationOf({ path: 'apps', postBuild: {} }, { substituteFrom: [secret] }),
    files: { 'apps/a.yaml': 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {key: "${KEY}"}\n' },
  });
  assert.ok(render.kind === 'rendered', JSON.stringify(render));
  const encoded = Buffer.from('value-not-seen-by-proofline').toString('base64');
  assert.deepEqual(
    render.declared.map(({ object }) => object['data']),
    [{ key: encoded }],
  );
  assert.equal(render.gaps.length, 1);
});
