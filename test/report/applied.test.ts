import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Change } from '../../src/diff/change.ts';
import { toComment } from '../../src/report/comment.ts';
import type { LastSyncReport } from '../../src/report/review.ts';
import { toText } from '../../src/report/text.ts';
import { change, identity, masked, review, unit } from './parts.ts';

function told(records: readonly Change['applied'][], lastSync?: LastSyncReport): readonly [string, string] {
  const said = review({
    units: [unit('apps/shop', { lastSync })],
    changes: records.map((applied, index) =>
      change(identity('ConfigMap', `c${index}`), { applied, causes: ['drift'] }),
    ),
  });
  return [toComment(said) ?? '', toText(said, { color: false })];
}

test('The record by which drift is told apart is said in a folded line of its unit', () => {
  const lastSync = { commit: masked('a'.repeat(40)), unread: undefined };
  const forms = told(['last-sync', 'last-sync', 'annotation', 'managed-fields', undefined], lastSync);
  assert.match(forms[0], /<summary>From what it is known what was applied last<\/summary>/u);
  for (const form of forms) {
    assert.match(
      form,
      /drift and merges that are not applied yet are told apart by the last-applied annotation \(1 object\), who owns the field \(1 object\) and rendering again the commit that was synced last, `a{40}` \(2 objects\)/u,
    );
    assert.doesNotMatch(form, /nothing tells/u);
  }
});

test('Where nothing tells it, that is said, with the reason for which the last sync was not rendered', () => {
  const lastSync = { commit: undefined, unread: masked('it is gone') };
  for (const form of told(['unknown'], lastSync)) {
    assert.match(form, /of 1 object nothing tells what was applied last/u);
    assert.match(form, /its last sync could not be rendered: it is gone/u);
  }
});

test('Nothing is said where no record was needed', () => {
  for (const form of told([undefined])) assert.doesNotMatch(form, /applied last|synced last/u);
});
