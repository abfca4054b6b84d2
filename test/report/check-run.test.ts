import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotationsOf, traced } from '../../src/report/annotations.ts';
import { checkOutputOf, endedOutput } from '../../src/report/check-run.ts';
import { hostile } from './hostile.ts';
import { rendered } from './rendered.ts';
import { change, finding, identity, masked, review, unit } from './parts.ts';

const role = identity('Role', 'deployer');
const place = { file: masked('platform/role.yaml'), line: 12 };

test('the check of an unaffected pull request says what was looked at', () => {
  const { title, summary, text } = checkOutputOf(
    review({
      selection: { units: 14, changedFiles: 2, unclaimed: [masked('README.md'), masked('docs/a.md')] },
    }),
  );
  assert.equal(title, 'No unit is affected: 14 units, and none depends on the 2 changed files.');
  assert.match(summary, /No unit depends on 2 changed files: `README\.md`, `docs\/a\.md`\./);
  assert.equal(text, undefined);
});

test('a repository without units is told apart from one whose units are not affected', () => {
  const { title } = checkOutputOf(review({ selection: { units: 0, changedFiles: 1, unclaimed: [] } }));
  assert.equal(title, 'Nothing was looked at: no unit was found for the 1 changed file.');
});

test('summary and text stay below the limit of GitHub in bytes, also for four-byte characters', () => {
  const long = masked('😀'.repeat(400));
  const ids = Array.from({ length: 600 }, (_, index) => `unit-${index}-${'🚀'.repeat(40)}`);
  const big = review({
    conclusion: 'failure',
    units: ids.map((id) => unit(id)),
    changes: ids.map((id) =>
      change(role, { unit: id, action: 'refused', message: masked(`${id}: ${long}`), text: long }),
    ),
    findings: ids.map((id) => finding(role, { unit: id, advice: masked(`${id} ${long}`), detail: long })),
  });
  const { title, summary, text } = checkOutputOf(big);
  assert.ok(title.length <= 255);
  assert.ok(Buffer.byteLength(summary) <= 65_535, `${Buffer.byteLength(summary)} bytes`);
  assert.ok(text !== undefined && Buffer.byteLength(text) <= 65_535);
  assert.ok(Buffer.byteLength(summary) > 30_000 && Buffer.byteLength(text) > 30_000);
  assert.match(text, /of 600 diffs are not shown:/);
  assert.deepEqual([...rendered(summary).unbalanced, ...rendered(text).unbalanced], []);
});

test('a piece of work that ended without a review says why, on one plain line in the title', () => {
  const held = endedOutput({ kind: 'held', why: masked('a fork wrote `this`\nand @that') });
  assert.equal(held.title, 'Waiting for a person: a fork wrote this and @that');
  assert.equal(held.summary, 'Waiting for a person: a fork wrote `this` and `@that`');
  assert.match(endedOutput({ kind: 'failed', why: masked('x') }).title, /^Could not be reviewed: x/);
  assert.match(endedOutput({ kind: 'superseded' }).title, /^Superseded: /);
  assert.match(endedOutput({ kind: 'timed-out' }).title, /^Not finished in time: /);
});

test('a finding is annotated at each of its places, once, by file and line', () => {
  const findings = [
    finding(role, { places: [place, { ...place, line: 3 }] }),
    finding(role, { places: [place], id: 'another' }),
    finding(role, { places: [place], severity: 'info', title: masked('A note') }),
    finding(role, { places: [] }),
  ];
  const annotations = annotationsOf({ findings });
  assert.deepEqual(
    annotations.map((one) => [one.path, one.start_line, one.end_line, one.annotation_level]),
    [
      ['platform/role.yaml', 3, 3, 'failure'],
      ['platform/role.yaml', 12, 12, 'failure'],
      ['platform/role.yaml', 12, 12, 'notice'],
    ],
  );
  assert.deepEqual(traced({ findings }), { traced: 3, of: 4 });
});

test('annotations keep the limits of GitHub and show what cannot be seen', () => {
  assert.ok(hostile.length > 40);
  for (const text of [...hostile, '🚀'.repeat(60_000)]) {
    const words = {
      title: masked(text),
      detail: masked(text),
      advice: masked(text),
      places: [{ ...place, line: 0 }],
    };
    const [annotation] = annotationsOf({ findings: [finding(role, words)] });
    assert.ok(annotation !== undefined);
    assert.ok(annotation.title.length <= 255 && annotation.title.length > 0);
    assert.ok(Buffer.byteLength(annotation.message) <= 64 * 1024);
    assert.equal(annotation.start_line, 1);
    assert.doesNotMatch(annotation.message + annotation.title, /(?!\n|\t)\p{Cc}|\p{Cf}/u);
  }
});
