import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { startProposals, type Proposals } from './proposals.ts';
import { map } from './units.ts';

let proposals: Proposals;

before(async () => {
  proposals = await startProposals();
});

after(async () => {
  await proposals.end();
});

const gone = /no longer declared|is no longer managed|\d \**deleted|is deleted/;

test('The only manifest of a directory that nobody configured breaks: the check fails, and nothing is told as gone', async () => {
  const broken = { text: 'kind: [\n', utf16: Buffer.from(`\uFEFF${map('kept')}`, 'utf16le') };
  for (const [name, content] of Object.entries(broken)) {
    const base = { 'apps/a/map.yaml': map('kept') };
    const { conclusion, said } = await proposals.propose(`on-good-found-${name}`, base, {
      'apps/a/map.yaml': content,
    });
    assert.equal(conclusion, 'failure', name);
    assert.match(said, /does not render/);
    assert.match(said, /apps\/a\/map\.yaml/);
    assert.doesNotMatch(said, gone);
  }
});

test('A manifest that is a pointer to Git LFS deletes nothing, in a unit that prunes too, and a person must decide', async () => {
  const base = {
    '.github/proofline.yml': 'units: [{path: apps/a, prune: true}]\n',
    'apps/a/map.yaml': map('kept'),
    'apps/a/other.yaml': map('other'),
  };
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
  const { conclusion, said } = await proposals.propose('on-good-pointer', base, {
    'apps/a/map.yaml': pointer,
  });
  assert.equal(conclusion, 'action_required');
  assert.match(said, /a part of head could not be read, so what head drops cannot be told/);
  assert.doesNotMatch(said, gone);
});
