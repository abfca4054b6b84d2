import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../../src/object/json.ts';
import { createMask } from '../../../../src/object/mask.ts';
import { appliesOf } from '../../../../src/reconciler/argo-cd/sync/applies.ts';
import { scheduleOf } from '../../../../src/reconciler/argo-cd/sync/cron.ts';
import { durationOf } from '../../../../src/reconciler/duration.ts';
import { maySync, windowsFor } from '../../../../src/reconciler/argo-cd/sync/windows.ts';
import { argoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import { unitOf, type UnitOptions } from './story.ts';

/** A Wednesday. */
const noon = Date.parse('2026-01-14T12:00:30Z');
const automated = { automated: {} };

function when(options: UnitOptions, now = noon): string {
  return appliesOf(unitOf(options), { now, mask: createMask() }).when;
}

function under(syncWindows: readonly JsonObject[], more: UnitOptions = {}): UnitOptions {
  return { syncPolicy: automated, settings: { project: { syncWindows: [...syncWindows] } }, ...more };
}

test('A schedule is read as cron does, and no further', () => {
  const next = (text: string, after: string): string | undefined => {
    const time = scheduleOf(text)?.next(Date.parse(after));
    return time === undefined ? undefined : new Date(time).toISOString().slice(0, 16);
  };
  const table: readonly (readonly [string, string, string])[] = [
    ['0 22 * * *', '2026-01-14T12:00:00Z', '2026-01-14T22:00'],
    ['0 22 * * *', '2026-01-14T22:00:00Z', '2026-01-15T22:00'],
    ['*/15 * * * *', '2026-01-14T12:00:00Z', '2026-01-14T12:15'],
    ['5/20 8-10 * * *', '2026-01-14T12:00:00Z', '2026-01-15T08:05'],
    ['0 0 * * MON,fri', '2026-01-14T12:00:00Z', '2026-01-16T00:00'],
    // Two day fields that are both stated are an or; one star is an and.
    ['0 0 20 * mon', '2026-01-14T12:00:00Z', '2026-01-19T00:00'],
    ['0 0 20 * ?', '2026-01-14T12:00:00Z', '2026-01-20T00:00'],
    ['0 0 29 feb *', '2026-01-14T12:00:00Z', '2028-02-29T00:00'],
  ];
  for (const [text, after, wanted] of table) assert.equal(next(text, after), wanted, text);
  assert.equal(next('0 0 31 2 *', '2026-01-14T12:00:00Z'), undefined);
  for (const text of [
    '',
    '* * * *',
    '60 * * * *',
    '* * * * 7',
    '@daily',
    '1-0 * * * *',
    'x * * * *',
    '*/0 * * * *',
    '1-2-3 * * * *',
  ]) {
    assert.equal(scheduleOf(text), undefined, text);
  }
});

test('A duration is read as Go does', () => {
  const table: readonly (readonly [string, number | undefined])[] = [
    ['1h', 3_600_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['90s', 90_000],
    ['0', 0],
    ['1', undefined],
    ['1d', undefined],
    ['', undefined],
  ];
  for (const [text, wanted] of table) assert.equal(durationOf(text), wanted, text);
});

test('An Application that changes itself is compared anew, wherever its revision stands', () => {
  const head = unitOf({ syncPolicy: automated, settings: { moves: false } });
  const at = (base: UnitOptions): string =>
    appliesOf(head, { now: noon, mask: createMask(), base: unitOf(base) }).when;
  assert.equal(at({ settings: { moves: false } }), 'by itself, within minutes of the merge');
  assert.equal(at({ syncPolicy: automated, settings: { moves: false } }), 'only when its revision moves');
});

test('An Application that changes itself, but no commit, is synced by itself where self-heal is on', () => {
  const live = { syncedRevisions: ['1'.repeat(40)] };
  const at = (policy: JsonObject): string => {
    const head = unitOf({ syncPolicy: { automated: policy }, live, settings: { moves: false } });
    return appliesOf(head, { now: noon, mask: createMask(), base: unitOf() }).when;
  };
  assert.equal(at({}), 'at the next manual sync');
  assert.equal(at({ selfHeal: true }), 'by itself, within minutes of the merge');
});

test('What keeps Argo CD from applying comes first: nobody looks, the revision stays, nobody syncs', () => {
  const skip = { 'argocd.argoproj.io/skip-reconcile': 'true' };
  assert.match(when({ application: { annotations: skip } }), /skip-reconcile/u);
  assert.equal(when({ settings: { moves: false } }), 'only when its revision moves');
  assert.equal(when({}), 'at the next manual sync');
  assert.equal(when({ syncPolicy: { automated: { enabled: false } } }), 'at the next manual sync');
  assert.equal(when({ syncPolicy: automated }), 'by itself, within minutes');
  assert.equal(
    when({ settings: { rolling: { step: 2, of: 3 } } }),
    'in step 2 of 3 of the ApplicationSet’s rollout'.replace('’', "'"),
  );
  assert.equal(when({ settings: { rolling: { step: null, of: 3 } } }), 'at the next manual sync');
  const failed = { operation: { phase: 'Error', hasResult: false } };
  assert.equal(when({ syncPolicy: automated, live: failed }), 'at the next manual sync');
  const { why } = appliesOf(unitOf({ settings: { moves: false } }), { now: noon, mask: createMask() });
  assert.equal(why, 'its targetRevision main stays where it is after this merge');
});

const nightly = { kind: 'allow', schedule: '0 22 * * *', duration: '2h', applications: ['*'] };

test('Outside of all windows that allow it waits for the next one', () => {
  assert.equal(when(under([nightly])), 'in the sync window that opens at 2026-01-14 22:00 UTC');
  assert.equal(when(under([nightly]), Date.parse('2026-01-14T23:00:00Z')), 'by itself, within minutes');
  assert.equal(
    when(under([nightly]), Date.parse('2026-01-15T00:00:00Z')),
    'in the sync window that opens at 2026-01-15 22:00 UTC',
  );
});

test('A window that denies wins over one that allows, and ends', () => {
  const denied = { kind: 'deny', schedule: '0 11 * * *', duration: '3h', applications: ['shop'] };
  assert.equal(when(under([denied])), 'in the sync window that opens at 2026-01-14 14:00 UTC');
  const always = { ...nightly, schedule: '* * * * *', duration: '5m' };
  assert.equal(when(under([denied, always])), 'in the sync window that opens at 2026-01-14 14:00 UTC');
});

test('A window speaks the time of its zone', () => {
  const there = { ...nightly, timeZone: 'America/New_York' };
  assert.equal(when(under([there])), 'in the sync window that opens at 2026-01-15 03:00 UTC');
  assert.equal(
    when(under([{ ...nightly, timeZone: 'Nowhere/At_All' }])),
    'in the sync window that opens at 2026-01-14 22:00 UTC',
  );
});

test('A window concerns Applications by name, cluster or namespace, or by all that it states', () => {
  const concerns = (window: JsonObject): boolean => {
    const windows = windowsFor(
      argoUnit(unitOf(under([{ kind: 'deny', schedule: '* * * * *', duration: '1h', ...window }]))),
    );
    return windows !== 'unreadable' && windows.length === 1;
  };
  assert.equal(concerns({ applications: ['sh*'] }), true);
  assert.equal(concerns({ applications: ['other'] }), false);
  assert.equal(concerns({ applications: ['other'], namespaces: ['shop'] }), true);
  assert.equal(concerns({ applications: ['other'], namespaces: ['shop'], andOperator: true }), false);
  assert.equal(
    concerns({ applications: ['shop'], clusters: ['https://kubernetes.*'], andOperator: true }),
    true,
  );
  assert.equal(concerns({}), false);
});

test('A window that lets people sync does not let the controller', () => {
  const deny = { kind: 'deny', schedule: '* * * * *', duration: '1h', applications: ['*'] };
  const may = (windows: readonly JsonObject[]): boolean => {
    const read = windowsFor(argoUnit(unitOf(under(windows))));
    assert.ok(read !== 'unreadable' && read.length > 0);
    return maySync(read, noon);
  };
  assert.equal(may([deny]), false);
  assert.equal(may([{ ...deny, manualSync: true }]), false);
  assert.equal(may([{ ...deny, manualSync: true }, deny]), false);
  assert.equal(may([{ ...nightly, manualSync: true }]), false);
  assert.equal(may([nightly]), false);
});

test('A window that cannot be read stops all syncs', () => {
  assert.match(when(under([{ ...nightly, schedule: 'at night' }])), /windows are mended/u);
  // But not one of another Application.
  assert.match(when(under([{ ...nightly, schedule: 'at night', applications: ['other'] }])), /by itself/u);
});

test('A window that forbids people too says when the next manual sync may be', () => {
  const noons = { kind: 'deny', schedule: '0 12 * * *', duration: '2h', applications: ['*'] };
  const mornings = { ...noons, kind: 'allow', schedule: '0 8 * * *', duration: '1h' };
  const byHand = (...windows: readonly JsonObject[]): string => when(under(windows, { syncPolicy: {} }));
  const at = 'at the next manual sync';
  const forbidden = `${at}, which its project's sync windows forbid before`;
  const manualSync = true;
  assert.equal(byHand(noons), `${forbidden} 2026-01-14 14:00 UTC`);
  assert.equal(byHand({ ...noons, manualSync }), at);
  assert.equal(byHand({ ...noons, manualSync }, noons), `${forbidden} 2026-01-14 14:00 UTC`);
  assert.equal(byHand(mornings), `${forbidden} 2026-01-15 08:00 UTC`);
  assert.equal(byHand({ ...mornings, manualSync }), at);
  assert.equal(byHand({ ...mornings, manualSync }, mornings), `${forbidden} 2026-01-15 08:00 UTC`);
  assert.equal(byHand({ ...noons, schedule: '0 14 * * *' }), at);
  assert.equal(
    byHand({ ...noons, schedule: '* * * * *' }),
    `${at}, once its project's sync windows change, which forbid people to sync too`,
  );
  assert.equal(byHand({ ...noons, schedule: 'never' }), `${at}, once its project's sync windows are mended`);
  // The controller is held all the same.
  assert.match(when(under([{ ...noons, manualSync }])), /opens at 2026-01-14 14:00 UTC$/u);
});

test('Automation that goes off with the same merge may still sync once, and no order is promised', () => {
  const base = unitOf({ syncPolicy: automated });
  const applies = appliesOf(unitOf(), { now: noon, mask: createMask(), base });
  assert.equal(applies.when, 'at once, or at the next manual sync');
  assert.match(applies.why, /may sync once more before it is$/u);
  const same = appliesOf(unitOf(), { now: noon, mask: createMask(), base: unitOf() });
  assert.deepEqual(same, { when: 'at the next manual sync', why: 'automated sync is off' });
});
