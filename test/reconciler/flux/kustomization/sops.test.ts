import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { JsonObject } from '../../../../src/object/json.ts';
import { openRenderers } from '../../../render/rendered.ts';
import { kustomizationOf, rendered } from '../rendering.ts';

const renderers = await openRenderers();

const generator = (options: string): string =>
  `secretGenerator:\n  - name: keys\n    envs: [keys.env]\n    options: ${options}\n`;
const files = {
  'apps/keys.env': 'KEY=ENC[AES256_GCM,data:abc,iv:a,tag:b,type:str]\nsops_mac=ENC[AES256_GCM,data:x]\n',
};
const decryption: JsonObject = { provider: 'sops' };

test('A name that is made out of what is encrypted is not known, and so is what the unit declares', async () => {
  const render = await rendered(renderers, {
    unit: kustomizationOf({ path: 'apps', decryption }),
    files: { ...files, 'apps/kustomization.yaml': generator('{}') },
  });
  assert.ok(render.kind === 'gap', JSON.stringify(render));
  assert.deepEqual(
    render.gaps.map(({ kind, why }) => [kind, why]),
    [['sops', 'a generator makes a name out of what SOPS encrypts, so that the name is not known here']],
  );
});

test('What a generator makes of an encrypted file under a name of its own is there, and its values are not seen', async () => {
  const render = await rendered(renderers, {
    unit: kustomizationOf({ path: 'apps', decryption }),
    files: {
      ...files,
      'apps/kustomization.yaml': generator('{disableNameSuffixHash: true}').replace('keys', 'db-postgresql'),
    },
  });
  assert.ok(render.kind === 'rendered', JSON.stringify(render));
  assert.deepEqual(
    render.gaps.map(({ kind, object }) => [kind, object?.name]),
    [['sops', 'db-postgresql']],
  );
});
