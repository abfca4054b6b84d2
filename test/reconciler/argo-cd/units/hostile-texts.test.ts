import assert from 'node:assert/strict';
import { test } from 'node:test';

import { doublestarPath, goPath, pathspec } from '../../../../src/reconciler/path-glob.ts';
import { expand } from '../../../../src/reconciler/argo-cd/units/environment.ts';

test('Variables are put in as Go does it, and what never closes takes no longer than other text', () => {
  const environment = { NAME: 'web', N: 'x' };
  assert.equal(expand('$NAME-${NAME}-$$-${NONE}-$N}', environment), 'web-web-$--x}');
  assert.equal(expand('${NAME} ${NAME $NAME', environment), 'web NAME web');
  const started = performance.now();
  assert.equal(expand('${'.repeat(200_000), environment), '');
  assert.equal(expand(`${'${'.repeat(200_000)}}`, environment), '');
  assert.ok(performance.now() - started < 5000);
});

test('Patterns that nobody writes match nothing, soon', () => {
  const started = performance.now();
  for (const pattern of [
    '{a,b}'.repeat(300),
    `${'{a,b}'.repeat(9)}${'x'.repeat(100_000)}`,
    '{'.repeat(100_000),
  ]) {
    assert.equal(doublestarPath(pattern), undefined);
  }
  assert.equal(goPath('*a'.repeat(50_000)), undefined);
  assert.equal(pathspec('*a'.repeat(50_000))('a/b'), false);
  assert.equal(doublestarPath('{apps,bases}/*/config.json')?.('apps/web/config.json'), true);
  assert.ok(performance.now() - started < 5000);
});
