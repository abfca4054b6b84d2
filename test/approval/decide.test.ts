import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conclusions, decide } from '../../src/approval/decide.ts';
import type { Compared } from '../../src/approval/decide.ts';
import { diffExitCode, exitCode } from '../../src/approval/exit-code.ts';
import { actions } from '../../src/diff/change.ts';

const quiet: Compared = { kind: 'compared', changes: [], findings: [], headFailures: 0 };
const block = { severity: 'block' } as const;

function decided(parts: Partial<Compared>): string {
  return decide({ ...quiet, ...parts });
}

test('nothing affected is a success, and so are warnings', () => {
  assert.equal(decided({}), 'success');
  assert.equal(decided({ findings: [{ severity: 'warn' }, { severity: 'info' }] }), 'success');
});

test('what would not be applied fails, whatever else was found', () => {
  assert.equal(decided({ headFailures: 1 }), 'failure');
  assert.equal(decided({ changes: [{ action: 'refused' }], findings: [block] }), 'failure');
  assert.equal(decided({ changes: [{ action: 'created' }, { action: 'conflict' }] }), 'failure');
});

test('a finding that needs a person asks for one', () => {
  assert.equal(decided({ findings: [{ severity: 'warn' }, block] }), 'action_required');
});

test('work that ended without a comparison is concluded by the same table', () => {
  const kinds = ['conflict', 'failed', 'held', 'superseded', 'timed-out'] as const;
  assert.deepEqual(
    kinds.map((kind) => decide({ kind })),
    ['failure', 'failure', 'action_required', 'cancelled', 'timed_out'],
  );
});

test('the command line exits 0, 1 or 2', () => {
  const codes = conclusions.map((conclusion) => [
    conclusion,
    exitCode({ conclusion, unreviewable: false, changes: [], unseen: false }),
  ]);
  assert.deepEqual(codes, [
    ['success', 0],
    ['action_required', 1],
    ['failure', 1],
    ['cancelled', 2],
    ['timed_out', 2],
  ]);
  assert.equal(exitCode({ conclusion: 'failure', unreviewable: true, changes: [], unseen: false }), 2);
});

test("as kubectl's diff it exits 0 without and 1 with a difference, whatever was decided", () => {
  const code = (action: (typeof actions)[number]) =>
    diffExitCode({
      conclusion: 'action_required',
      unreviewable: false,
      changes: [{ action: 'unchanged' }, { action }],
      unseen: false,
    });
  const byCode = Object.groupBy(actions, (action) => String(code(action)));
  assert.deepEqual(byCode['0'], ['unchanged', 'unpruned', 'orphaned', 'handed-over', 'skipped']);
  assert.deepEqual(byCode['1'], ['created', 'adopted', 'configured', 'recreated', 'deleted']);
  assert.deepEqual(byCode['2'], ['refused', 'conflict', 'not-reached', 'gap']);
  assert.equal(diffExitCode({ conclusion: 'success', unreviewable: false, changes: [], unseen: true }), 2);
});
