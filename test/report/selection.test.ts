import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentBody } from '../../src/report/comment.ts';
import { change, identity, masked, review, unit } from './parts.ts';

test('A change that reaches several clusters says how many, and how many of them serve users', () => {
  const text = commentBody(review({ units: [unit('a'), unit('b')], reach: { clusters: 2, production: 1 } }));
  assert.match(text, /\*\*One merge reaches 2 units on 2 clusters\*\*, 1 of them in production\./);
  assert.doesNotMatch(commentBody(review({ units: [unit('a')] })), /reaches/);
});

test('A unit that another one declares, or whose source is fetched, says why it is there and from what it is made', () => {
  const remote = {
    reference: masked('chart redis of https://charts.example.com'),
    version: masked('18.1.2'),
    digest: `sha256:${'12'.repeat(32)}`,
    moving: true,
  };
  const text = commentBody(
    review({
      units: [
        unit('cache', {
          declaredBy: masked('root'),
          reason: { kind: 'declaration', paths: [], more: 0 },
          artifact: { digest: undefined, remotes: [remote] },
        }),
        unit('quiet'),
      ],
    }),
  );
  const line = text.split('\n').find((each) => each.startsWith('- `cache`'));
  assert.equal(
    line,
    '- `cache`: its own declaration, or a setting of its reconciler, changes; declared by `root`; ' +
      'from chart redis of `https://charts.example.com`, resolved to `18.1.2` (`sha256:121212121212`), **which moves without Git**',
  );
  assert.doesNotMatch(text, /- `quiet`/);
});

test('Of changed paths the first are named and the others counted', () => {
  const paths = ['a.yaml', 'b.yaml'].map((path) => masked(path));
  const text = commentBody(
    review({ units: [unit('a', { declaredBy: masked('root'), reason: { kind: 'path', paths, more: 4 } })] }),
  );
  assert.match(text, /- `a`: depends on `a\.yaml`, `b\.yaml`, 4 more; declared by `root`/);
});

test('Fields that a rule hides are told apart by whether the sync still overwrites them', () => {
  const told = (stillWritten: boolean): string =>
    commentBody(
      review({
        units: [unit('apps/shop')],
        changes: [
          change(identity('Deployment', 'web'), {
            hidden: { paths: [masked('.spec.replicas')], stillWritten },
          }),
        ],
      }),
    );
  assert.match(told(true), /and overwritten when it syncs\*\*: `\.spec\.replicas`/);
  assert.match(told(false), /Ignored by the reconciler, and left as it is: `\.spec\.replicas`/);
});
