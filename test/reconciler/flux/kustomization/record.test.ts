import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createMask } from '../../../../src/object/mask.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { kustomizationUnit } from '../../../../src/reconciler/flux/flux-unit.ts';
import { lastSync } from '../../../../src/reconciler/flux/kustomization/apply/last-sync.ts';
import {
  sharedClaims,
  sharedNotes,
} from '../../../../src/reconciler/flux/kustomization/apply/claimed-twice.ts';
import { specNotes } from '../../../../src/reconciler/flux/kustomization/apply/spec-notes.ts';
import { configMap } from '../../../live/asking.ts';
import { kustomizationOf, owned } from './kustomization-unit.ts';

const commit = 'a'.repeat(40);
const revision = `main@sha1:${commit}`;
const mask = createMask();

test('What was applied last is the commit of its revision, by the spec that lives', () => {
  const live = {
    lastAppliedRevision: revision,
    lastAttemptedRevision: revision,
    spec: { path: './before', prune: true },
  };
  const last = lastSync(kustomizationOf({ spec: { path: './after' }, live }));
  assert.ok(last.kind === 'sources');
  assert.equal(last.commit, commit);
  assert.deepEqual(kustomizationUnit(last.unit).declared.spec, live.spec);
});

test('One that was never applied has no record, and an apply without an end leaves it open', () => {
  assert.equal(lastSync(kustomizationOf()).kind, 'none');
  assert.equal(lastSync(kustomizationOf({ live: null })).kind, 'none');
  const failed = { lastAppliedRevision: revision, lastAttemptedRevision: `main@sha1:${'b'.repeat(40)}` };
  assert.equal(lastSync(kustomizationOf({ live: failed })).kind, 'unknown');
  const first = { lastAppliedRevision: null, lastAttemptedRevision: revision };
  assert.equal(lastSync(kustomizationOf({ live: first })).kind, 'unknown');
  const digest = `latest@sha256:${'c'.repeat(64)}`;
  const artifact = { lastAppliedRevision: digest, lastAttemptedRevision: digest };
  assert.equal(lastSync(kustomizationOf({ live: artifact })).kind, 'unknown');
});

function labeled(labels: Readonly<Record<string, string>>): KubeObject {
  const { metadata, ...rest } = configMap('moving', {});
  return { ...rest, apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, labels } };
}

const after = labeled(owned);
const other = labeled({ ...owned, 'kustomize.toolkit.fluxcd.io/name': 'other' });

test('What another Kustomization has is told, with what becomes of it', () => {
  const unit = kustomizationOf();
  const [claim, ...more] = sharedClaims(unit, [{ before: other, after, applied: true }], mask);
  assert.ok(claim !== undefined && more.length === 0);
  assert.equal(claim.severity, 'block');
  assert.match(
    claim.detail,
    /^`ConfigMap default\/moving` is part of the Kustomization flux-system\/other\. /,
  );
  assert.match(claim.detail, /deleted and made again/);
  assert.equal(sharedNotes(unit, [{ before: other, after, applied: true }], mask).length, 1);
});

test('Of an owner that may not be shown nothing is told but that there is one', () => {
  const [claim] = sharedClaims(
    kustomizationOf(),
    [{ before: other, after, applied: true, unshown: true }],
    mask,
  );
  assert.doesNotMatch(claim?.detail ?? 'flux-system/other', /flux-system\/other/);
});

test('What is its own, nobody’s, or leaves, is no claim', () => {
  const outcomes = [
    { before: after, after, applied: true },
    { before: labeled({}), after, applied: true },
    { before: other, after: undefined, applied: true },
  ];
  assert.deepEqual(sharedClaims(kustomizationOf(), outcomes, mask), []);
  assert.deepEqual(sharedNotes(kustomizationOf(), outcomes, mask), []);
});

test('A spec that changes with the merge is said to come beside the new revision', () => {
  const before = { spec: { path: './before', interval: '1m' } };
  const [note] = specNotes(
    kustomizationOf({ spec: { path: './after', interval: '5m' }, live: before }),
    mask,
  );
  assert.match(note ?? '', /^The spec of the Kustomization changes, too \(`path`, /);
  assert.doesNotMatch(note ?? 'interval', /interval/);
  assert.deepEqual(specNotes(kustomizationOf(), mask), []);
  assert.deepEqual(specNotes(kustomizationOf({ live: null }), mask), []);
});
