import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { openAdapters, openUsable } from '../../src/adapters.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { defaultOperatorConfig } from '../../src/config/operator.ts';
import { wallClock } from '../../src/kube/wall-clock.ts';
import type { Cluster } from '../../src/live/cluster.ts';
import { createMask } from '../../src/object/mask.ts';
import type { Review } from '../../src/report/review.ts';
import { review } from '../../src/review.ts';
import type { Step } from '../../src/review/world.ts';
import { localRevisions } from '../../src/source/local.ts';
import { refuseRemotes } from '../../src/source/remote.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { programEnvironment } from '../doors/programs.ts';
import { namespace } from '../live/asking.ts';

let bed: ControlPlane;
let identity: Identity;

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  await seed(bed, [namespace('quick'), namespace('middle'), namespace('slow')]);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

const map = (place: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: ${place}}\n`;
const base = { 'README.md': 'Words.\n' };
const head = {
  ...base,
  'apps/q/a.yaml': map('quick'),
  'apps/m/a.yaml': map('middle'),
  'apps/s/a.yaml': map('slow'),
};

/** Answers for a namespace come only once its gate is open. */
function gated(cluster: Cluster, gates: Readonly<Record<string, Promise<unknown>>>): Cluster {
  return {
    ...cluster,
    async dryRunApply(path, write, signal) {
      await gates[path.namespace];
      return cluster.dryRunApply(path, write, signal);
    },
  };
}

interface Course {
  /** Each partial review in order, and the whole at the end. */
  readonly partial: readonly Review[];
  readonly whole: Review;
}

/** The unit in `middle` is answered after the first partial review, that in `slow` when two units are done. */
async function course(name: string, passing: { readonly milliseconds: number }): Promise<Course> {
  const { directory } = await checkout(join(bed.folder, name), { base, head });
  const mask = createMask();
  const adapters = await openAdapters(readEnvironment(await programEnvironment(bed.folder)), ['file']);
  const access = { kind: 'kubeconfig', files: [identity.kubeconfig], context: undefined } as const;
  const config = {
    name: 'bed',
    reach: { kubeconfig: identity.kubeconfig },
    allowUnguarded: false,
    concurrency: 8,
    knownAs: [],
    production: false,
  };
  const usable = await openUsable(config, access, { allowUnverifiedTls: false, unguarded: 'refuse' });
  const [first, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gates = { middle: first.promise, slow: two.promise };
  const partial: Review[] = [];
  let now = 1_000_000;
  const { revisions, close } = await localRevisions(
    { git: adapters.git, mask },
    { path: directory, base: 'main', head: 'change' },
  );
  const stop = AbortSignal.timeout(120_000);
  // Without a partial review the gates would stay shut: the units end at their deadline then, as gaps.
  const limits = { ...defaultOperatorConfig.limits, unitSeconds: 60 };
  try {
    const whole = await review(revisions, {
      reconcilers: adapters.reconcilers({ mask, stop, installations: [], clusters: [] }),
      installations: [],
      origin: undefined,
      fetchRemote: refuseRemotes(mask),
      renderers: adapters.renderers(mask, stop),
      clusters: [{ ...usable, cluster: gated(usable.cluster, gates) }],
      maySee: () => true,
      limits,
      key: { kind: 'public' },
      mask,
      clock: { ...wallClock, now: () => now },
      stop,
      onStep: ({ doing, done }: Step) => {
        if (doing === 'asking' && done === 2) setImmediate(two.resolve);
      },
      onPartial: (said) => {
        partial.push(said);
        now += passing.milliseconds;
        first.resolve();
      },
    });
    return { partial, whole };
  } finally {
    await Promise.all([close(), usable.close(), adapters.close()]);
  }
}

function told({ pending, changes }: Review): readonly unknown[] {
  const seen = changes.map(({ action, object }) => `${action} ${object.namespace}/${object.name}`);
  return [pending, seen.sort()];
}

const all = ['created middle/a', 'created quick/a', 'created slow/a'];

test('The first unit is told while the others are still asked, and the whole when all have answered', async () => {
  const { partial, whole } = await course('one', { milliseconds: 0 });
  assert.deepEqual(partial.map(told), [[2, ['created quick/a']]]);
  assert.deepEqual(told(whole), [0, all]);
});

test('What is done later is told when ten seconds have passed since the last time', async () => {
  const { partial, whole } = await course('two', { milliseconds: 10_000 });
  assert.deepEqual(partial.map(told), [
    [2, ['created quick/a']],
    [1, ['created middle/a', 'created quick/a']],
  ]);
  assert.deepEqual(told(whole), [0, all]);
});
