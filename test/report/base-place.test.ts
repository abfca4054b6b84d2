import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotationsOf } from '../../src/report/annotations.ts';
import { commentBody } from '../../src/report/comment.ts';
import { formOf } from '../../src/report/json.ts';
import { toText } from '../../src/report/text.ts';
import { finding, headCommit, identity, masked, review } from './parts.ts';

const gone = { file: masked('shop/gone.yaml'), line: 4, side: 'base' } as const;
const there = { file: masked('shop/there.yaml'), line: 2 };

test('A place that only base has is told as such, and neither linked nor annotated in head', () => {
  const findings = [finding(identity('ConfigMap', 'banner'), { places: [gone, there] })];
  const one = review({ findings });
  const repository = 'https://github.example/octo-org/shop';
  const comment = commentBody(one, { repository, commit: headCommit });
  assert.ok(comment.includes('`shop/gone.yaml:4` at base, [`shop/there.yaml:2`]('));
  assert.ok(!comment.includes('gone.yaml#'));
  assert.ok(toText(one, { color: false }).includes('shop/gone.yaml:4 at base, shop/there.yaml:2'));
  assert.deepEqual(
    formOf(one).findings.flatMap(({ places }) => places),
    [
      { file: 'shop/gone.yaml', line: 4, side: 'base' },
      { file: 'shop/there.yaml', line: 2, side: 'head' },
    ],
  );
  assert.deepEqual(
    annotationsOf({ findings }).map(({ path, start_line: line }) => [path, line]),
    [['shop/there.yaml', 2]],
  );
});
