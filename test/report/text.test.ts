import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { commentBody } from '../../src/report/comment.ts';
import type { Review } from '../../src/report/review.ts';
import { toText } from '../../src/report/text.ts';
import { hostile } from './hostile.ts';
import { change, finding, identity, masked, review, unit } from './parts.ts';
import { stories } from './stories.ts';

test('color adds nothing but color', () => {
  for (const [story, value] of Object.entries(stories)) {
    const plain = toText(value, { color: false });
    const colored = toText(value, { color: true });
    assert.notEqual(colored, plain, story);
    assert.equal(stripVTControlCharacters(colored), plain, story);
  }
});

test('hostile text moves no cursor and starts no line of its own', () => {
  assert.ok(hostile.length > 40);
  for (const text of hostile) {
    const object = identity(text, text, text);
    const shown = toText(
      review({
        units: [unit(text)],
        changes: [
          change(object, {
            unit: text,
            warnings: [masked(text)],
            text: masked(`+${text}`),
            message: masked(text),
          }),
        ],
        findings: [finding(object, { title: masked(text), detail: masked(text), advice: masked(text) })],
      }),
      { color: false },
    );
    assert.doesNotMatch(shown, /(?!\n|\t)\p{Cc}|\p{Cf}/u, JSON.stringify(text));
    assert.doesNotMatch(shown, /^(?:Approved|forged)/m);
  }
});

test('a unit that was not rendered is told as not compared, never as one in which nothing changes', () => {
  const render = { renderer: 'none', version: 'none', parameters: {}, digest: undefined, error: undefined };
  const value = review({ units: [unit('plain/web', { render })], changes: [] });
  assert.match(toText(value, { color: false }), /^plain\/web.*\n {2}not compared$/m);
  assert.match(commentBody(value), /\| `plain\/web` \|.*\| not compared \|/);
  assert.doesNotMatch(toText(value, { color: false }), /nothing changes \(/);
});

test('each unit says when it is applied, and each diff of whose object it is', () => {
  const applies = { when: masked('at the next manual sync'), why: masked('automated sync is off') };
  const shared = identity('ConfigMap', 'settings');
  const shown = toText(
    review({
      units: [unit('teams/red', { applies }), unit('teams/blue')],
      changes: ['teams/red', 'teams/blue'].map((id) => change(shared, { unit: id, text: masked('+a: b') })),
    }),
    { color: false },
  );
  assert.match(shown, /^Applied at the next manual sync \(automated sync is off\): teams\/red\.$/m);
  assert.match(shown, /^DIFFS\n {2}ConfigMap \S+ in teams\/blue\n[^]*\n {2}ConfigMap \S+ in teams\/red\n/m);
});

test('what is said of the whole review stands under its title without an empty line', () => {
  const gap = {
    kind: 'installation-unnamed',
    unit: undefined,
    object: undefined,
    why: masked('why'),
  } as const;
  const shown = toText(review({ gaps: [gap] }), { color: false });
  assert.match(shown, /is not known\n {4}why\. /);
  assert.doesNotMatch(shown, /^ +$/m);
});

test('whoever reads findings without an operator’s key is told that their fingerprints approve nothing', () => {
  const findings = [finding(identity('ConfigMap', 'banner'))];
  const said = (parts: Partial<Review>): boolean =>
    /^The fingerprints of these findings approve nothing: no operator’s key made them\.$/m.test(
      toText(review(parts), { color: false }),
    );
  assert.equal(said({ findings, fingerprintKey: 'public' }), true);
  assert.equal(said({ findings, fingerprintKey: 'secret' }), false);
  assert.equal(said({ fingerprintKey: 'public' }), false);
});
