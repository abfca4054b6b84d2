/** Parts of a review with what a test is about said, and the rest filled in. */
import type { Change } from '../../src/diff/change.ts';
import type { Identity } from '../../src/object/identity.ts';
import type { Masked } from '../../src/object/masked.ts';
import type { Review, UnitReport } from '../../src/report/review.ts';
import { summarize } from '../../src/report/summary.ts';
import type { Finding } from '../../src/risk/finding.ts';

export const headCommit = '4f1c0e7b9a2d83c65e1f70ab94d2c6e85b3a7f10';
export const baseCommit = '9be2d41c7708a5f36c1e4b90d8f2a7635e0c1d84';
const tree = '77c0a9e5b1d24f86930ec8a1b5f7d2640c3e9a18';

/** Stands for what the mask has let through. */
export function masked(text: string): Masked {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test has no mask
  return text as Masked;
}

export function unit(id: string, parts: Partial<UnitReport> = {}): UnitReport {
  return {
    id: masked(id),
    reconciler: 'plain',
    path: masked(id),
    home: { cluster: undefined, namespace: undefined },
    target: { cluster: masked('prod'), namespace: masked('shop') },
    source: { commit: headCommit, tree },
    reason: { kind: 'path', paths: [masked(`${id}/web.yaml`)], more: 0 },
    declaredBy: undefined,
    artifact: { digest: undefined, remotes: [] },
    render: {
      renderer: 'kustomize',
      version: 'v5.8.1',
      parameters: { path: id, buildMetadata: [] },
      digest: `sha256:${'ab'.repeat(32)}`,
      error: undefined,
    },
    declaration: { uid: undefined, generation: undefined },
    applies: {
      when: masked('when somebody, or a pipeline, applies it'),
      why: masked('no reconciler watches this unit'),
    },
    notes: [],
    ...parts,
  };
}

export function identity(kind: string, name: string, namespace = 'shop'): Identity {
  const group = { Deployment: 'apps', Role: 'rbac.authorization.k8s.io' }[kind] ?? '';
  return { group, kind, namespace, name };
}

export function change(object: Identity, parts: Partial<Change> = {}): Change {
  return {
    unit: 'apps/shop',
    object: { ...object, version: 'v1' },
    action: 'configured',
    by: undefined,
    causes: ['pull-request'],
    order: 0,
    live: undefined,
    fields: [],
    assumes: [],
    warnings: [],
    message: undefined,
    terminating: undefined,
    restart: undefined,
    hidden: undefined,
    staleUsers: [],
    text: masked(''),
    ...parts,
  };
}

export function finding(object: Identity, parts: Partial<Finding> = {}): Finding {
  return {
    rule: 'object-deleted',
    severity: 'block',
    unit: 'apps/shop',
    objects: [object],
    places: [{ file: masked('apps/shop/kustomization.yaml'), line: 7 }],
    id: `f-${object.kind}-${object.name}`.toLowerCase(),
    fingerprint: 'hmac-sha256:00',
    title: masked(`${object.kind} \`${object.namespace}/${object.name}\` is deleted`),
    detail: masked('Deployment `shop/web` still mounts it: its next Pod would not start.'),
    advice: masked('Remove the mount first, or keep the ConfigMap until it is gone.'),
    ...parts,
  };
}

export function review(parts: Partial<Review> = {}): Review {
  const whole = {
    base: { ref: masked('main'), commit: baseCommit },
    head: { ref: masked('feature/checkout'), commit: headCommit },
    merge: { tree, conflicts: [] },
    conclusion: 'success',
    selection: { units: 14, changedFiles: 5, unclaimed: [] },
    reach: { clusters: 1, production: 1 },
    units: [],
    changes: [],
    findings: [],
    fingerprintKey: 'secret',
    gaps: [],
    notProved: [],
    pending: 0,
    ...parts,
  } as const;
  return { summary: summarize(whole), ...whole };
}
