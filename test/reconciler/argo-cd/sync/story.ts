/** Shorthand of the suites here: an Application as a unit, objects of it, and answers to its attempts. */
import assert from 'node:assert/strict';
import { objectKey } from '../../../../src/object/identity.ts';
import type { JsonObject } from '../../../../src/object/json.ts';
import type { KubeObject } from '../../../../src/object/kube-object.ts';
import { anyFields } from '../../../../src/object/merge/patch-strategy.ts';
import type { ArgoUnit } from '../../../../src/reconciler/argo-cd/application.ts';
import { defaultInstallation } from '../../../../src/reconciler/argo-cd/defaults.ts';
import { attemptsFor, type Rules } from '../../../../src/reconciler/argo-cd/sync/attempts.ts';
import { withTracking } from '../../../../src/reconciler/argo-cd/sync/tracking.ts';
import type { Attempt, Said } from '../../../../src/reconciler/attempt.ts';
import type { Unit } from '../../../../src/reconciler/unit.ts';

export interface UnitOptions {
  readonly application?: Partial<ArgoUnit['application']>;
  readonly syncPolicy?: JsonObject;
  readonly installation?: Partial<ArgoUnit['installation']>;
  readonly live?: Partial<NonNullable<ArgoUnit['live']>>;
  readonly settings?: Partial<Omit<ArgoUnit, 'application' | 'installation' | 'live'>>;
}

const source = { repoURL: 'https://github.com/octo-org/shop', path: 'shop', targetRevision: 'main' };
const spec = {
  project: 'default',
  source,
  destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
};

/** The Application `shop` of the control plane in `argocd`, deploying to the namespace `shop` of the same cluster. */
export function unitOf({ application, syncPolicy, installation, live, settings }: UnitOptions = {}): Unit {
  const own = { ...spec, ...(syncPolicy === undefined ? {} : { syncPolicy }) };
  const made: ArgoUnit = {
    application: {
      namespace: 'argocd',
      name: 'shop',
      labels: {},
      annotations: {},
      finalizers: [],
      spec: own,
      generatedBy: null,
      ...application,
    },
    declaredIn: 'git',
    rolling: null,
    live: live === undefined ? null : { ...liveOf(own), ...live },
    project: {},
    projectName: 'default',
    projectKnown: true,
    installation: { ...defaultInstallation('argocd'), ...installation },
    destination: {
      name: 'in-cluster',
      server: 'https://kubernetes.default.svc',
      namespaces: [],
      project: '',
    },
    destinationKnown: true,
    ownRepositories: [source.repoURL],
    moves: true,
    rendersDrySource: false,
    looksAway: false,
    ...settings,
  };
  return {
    id: 'argo-cd/hub/argocd/shop',
    reconciler: 'argo-cd',
    home: { cluster: 'hub', namespace: 'argocd' },
    target: { cluster: 'hub', namespace: 'shop' },
    path: 'shop',
    declaration: {
      place: undefined,
      uid: undefined,
      generation: undefined,
      settings: { ...made },
    },
  };
}

function liveOf(own: JsonObject): NonNullable<ArgoUnit['live']> {
  return {
    uid: '1',
    generation: 1,
    annotations: {},
    finalizers: [],
    spec: own,
    resources: [],
    revisions: [],
    syncedRevisions: [],
    attempted: null,
    deployed: null,
    operation: null,
  };
}

export interface ObjectOptions {
  readonly apiVersion?: string;
  readonly namespace?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly rest?: JsonObject;
}

/** `kind/name`; in the namespace `shop` unless it says otherwise. */
export function object(what: string, options: ObjectOptions = {}): KubeObject {
  const [kind = '', name = ''] = what.split('/');
  const { apiVersion = 'v1', namespace = 'shop', annotations, rest = {} } = options;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(namespace === '' ? {} : { namespace }),
      ...(annotations === undefined ? {} : { annotations }),
    },
    ...rest,
  };
}

export function hook(what: string, on: string, more: Readonly<Record<string, string>> = {}): KubeObject {
  return object(what, { annotations: { 'argocd.argoproj.io/hook': on, ...more } });
}

export function inWave(what: string, wave: number, options: ObjectOptions = {}): KubeObject {
  const annotations = { ...options.annotations, 'argocd.argoproj.io/sync-wave': String(wave) };
  return object(what, { ...options, annotations });
}

export interface Story {
  readonly desired?: readonly KubeObject[];
  readonly leaving?: readonly KubeObject[];
  readonly live?: readonly KubeObject[];
  readonly rules?: Partial<Rules>;
}

/** Merges of every kind are plain here; how a patch is made is told elsewhere. */
export async function attemptsOf(unit: Unit, story: Story): Promise<readonly Attempt[]> {
  const { desired = [], leaving = [], live = [], rules } = story;
  const declared = desired.map((each) => ({ object: each, origin: undefined }));
  const desire = {
    desired: withTracking(unit, declared),
    leaving,
    live: new Map([...leaving, ...live].map((each) => [objectKey(each), each] as const)),
    strategies: () => ({ kind: 'strategic-merge', schema: anyFields }) as const,
  };
  return await attemptsFor(unit, desire, {
    forbids: () => undefined,
    respected: (target) => ({ target }),
    ...rules,
  });
}

/** `1 create ConfigMap/a` for each. */
export function told(attempts: readonly Attempt[]): readonly string[] {
  return attempts.map(
    ({ stage, kind, object: { kind: of, metadata } }) => `${stage} ${kind} ${of}/${metadata.name}`,
  );
}

export async function theAttempt(unit: Unit, story: Story): Promise<Attempt> {
  const [attempt, ...others] = await attemptsOf(unit, story);
  assert.ok(attempt !== undefined);
  assert.deepEqual(others, []);
  return attempt;
}

interface Failing {
  readonly failing?: readonly string[];
  readonly unserved?: readonly string[];
  readonly unread?: readonly string[];
}

/** What a dry run answers where nothing stands in its way; `failing`, `unserved` and `unread` name objects as `kind/name`. */
export function answered(
  attempts: readonly Attempt[],
  live: readonly KubeObject[],
  answers: Failing = {},
): readonly Said[] {
  const byKey = new Map(live.map((each) => [objectKey(each), each] as const));
  return attempts.map((attempt) => {
    const what = `${attempt.object.kind}/${attempt.object.metadata.name}`;
    const is = byKey.get(objectKey(attempt.object));
    return { attempt, live: is, prediction: predictionOf(attempt, what, answers) };
  });
}

function predictionOf(
  attempt: Attempt,
  what: string,
  { failing = [], unserved = [], unread = [] }: Failing,
): Said['prediction'] {
  if (unread.includes(what)) return { kind: 'unread' };
  if (unserved.includes(what)) return { kind: 'unserved' };
  if (failing.includes(what) || attempt.kind === 'refuse') return { kind: 'failed' };
  if (attempt.kind === 'delete') return { kind: 'deleted' };
  if (attempt.kind === 'skip') return { kind: 'skipped' };
  return { kind: 'object', object: attempt.object };
}
