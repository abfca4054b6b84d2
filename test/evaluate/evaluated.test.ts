import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';

import { readCases } from '../../scripts/evaluate/case.ts';
import { evaluated } from '../../scripts/evaluate/evaluated.ts';

const folder = resolve(import.meta.dirname, '../../../shared/corpora');
const cases = await readCases(folder);
const small = cases.filter(({ expect }) => expect.renderError === null && expect.changed > 0).slice(0, 2);
const failing = cases.filter(({ expect }) => expect.renderError !== null).slice(0, 1);

test('Reviews of labelled changes are valid against the schema and miss nothing', async () => {
  assert.equal(small.length + failing.length, 3);
  for (const labelled of [...small, ...failing]) {
    assert.deepEqual(await evaluated(folder, labelled), [], labelled.slug);
  }
});

test('A label that is not met is a miss, in all and in its root', async () => {
  const [labelled] = small;
  const [root, ...others] = labelled?.perRoot ?? [];
  assert.ok(labelled !== undefined && root !== undefined);
  const changed = labelled.expect.changed + 1;
  const wrong = {
    ...labelled,
    perRoot: [{ ...root, changed: root.changed + 1 }, ...others],
    expect: { ...labelled.expect, changed, renderError: 'no such words' },
  };
  assert.deepEqual(await evaluated(folder, wrong), [
    `${root.root}: changed ${root.changed}, expected ${root.changed + 1}`,
    `changed in all: ${labelled.expect.changed}, expected ${changed}`,
    'no render error with “no such words”: []',
  ]);
});
