/** Units that are one declaration on several clusters -> one row where they come to the same. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentBody } from '../../src/report/comment.ts';
import type { UnitReport } from '../../src/report/review.ts';
import { change, identity, masked, review, unit } from './parts.ts';

const map = identity('ConfigMap', 'web');

function on(cluster: string, oneOf = 'fleet/hub/web'): UnitReport {
  return unit(`${oneOf}@${cluster}`, {
    oneOf: masked(oneOf),
    target: { cluster: masked(cluster), namespace: masked('shop') },
  });
}

function rows(body: string): readonly string[] {
  return body.split('\n').filter((line) => line.startsWith('| `fleet'));
}

test('what comes to the same on several clusters is one row that says on how many', () => {
  const clusters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const changes = clusters.map((name) =>
    change(map, { unit: `fleet/hub/web@${name}`, text: masked('-a\n+b') }),
  );
  const found = rows(commentBody(review({ units: clusters.map((name) => on(name)), changes })));
  assert.equal(found.length, 1);
  assert.match(
    found[0] ?? '',
    /^\| `fleet\/hub\/web` on 7 clusters \| `a \/ shop`, `b \/ shop`, .*, 2 more \|/u,
  );
});

test('a cluster on which anything else comes of it has a row of its own', () => {
  const changes = ['a', 'b', 'c'].map((name) =>
    change(map, { unit: `fleet/hub/web@${name}`, text: masked(name === 'c' ? '-z\n+b' : '-a\n+b') }),
  );
  const found = rows(commentBody(review({ units: [on('a'), on('b'), on('c')], changes })));
  assert.deepEqual(
    found.map((row) => row.split(' | ')[0]),
    ['| `fleet/hub/web` on 2 clusters', '| `fleet/hub/web@c`'],
  );
});

test('two declarations with equal changes are two rows', () => {
  const units = [on('a'), on('a', 'fleet/hub/api')];
  const changes = units.map(({ id }) => change(map, { unit: id }));
  assert.equal(rows(commentBody(review({ units, changes }))).length, 2);
});
