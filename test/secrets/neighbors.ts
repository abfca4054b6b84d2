/** A cluster in which another team lives too -> what a pull request of this team is told of it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { ReviewForm } from '../../src/report/json-form.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { addIdentity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { checkout } from '../doors/checkout.ts';
import { reviewed, type Sight, type Told } from '../doors/in-process.ts';
import { endings, type Endings } from '../doors/endings.ts';
import { programEnvironment } from '../doors/programs.ts';
import { hidden } from './canary.ts';
import { object, seedOthers } from './others.ts';

export type Files = Readonly<Record<string, string>>;

export interface TeamsSight {
  readonly bed: ControlPlane;
  /** `opened` are the namespaces that the operator opened to this team's repository. */
  review(base: Files, head: Files, opened?: readonly string[]): Promise<Told>;
  /** Proves that nothing was written. */
  end(): Promise<void>;
}

export interface Around extends Pick<Sight, 'installations' | 'origin'> {
  /** There before the credential is made, which may read the kinds that are there then. */
  readonly kinds?: readonly KubeObject[];
}

/** Nothing is left running when it throws. */
export async function openSight(around: Around = {}): Promise<TeamsSight> {
  const started = endings();
  try {
    return await sightOf(started, around);
  } catch (error) {
    await started.run();
    throw error;
  }
}

async function sightOf(started: Endings, { kinds = [], ...more }: Around): Promise<TeamsSight> {
  const bed = await startControlPlane();
  started.add(bed.stop);
  await seed(bed, kinds);
  const identity = await addIdentity(bed);
  started.add(() => identity.cluster.close());
  await seedOthers(bed);
  await seed(bed, [object('ConfigMap', 'applied', { data: { mode: hidden('applied') } })], 'kubectl');
  const environment = await programEnvironment(bed.folder);
  let count = 0;
  return {
    bed,
    async review(base, head, opened = []) {
      count += 1;
      const sides = { base, head: { ...base, ...head } };
      const repository = await checkout(join(bed.folder, `checkout-${count}`), sides);
      return reviewed(repository, {
        kubeconfig: identity.kubeconfig,
        environment,
        maySee: (namespace) => opened.includes(namespace),
        ...more,
      });
    },
    async end() {
      started.add(() => proveNothingWritten(bed));
      await started.run();
    },
  };
}

export function manifests(...objects: readonly JsonObject[]): string {
  return objects.map((one) => `${JSON.stringify(one)}\n`).join('---\n');
}

export function changeOf({ form }: Told, name: string): ReviewForm['changes'][number] {
  const found = form.changes.find((change) => change.object.name === name);
  return found ?? assert.fail(`nothing is said of ${name}`);
}

/** This team's own, which no test here changes. */
export const nothing: Files = {
  'apps/own/own.yaml': manifests({
    ...object('ConfigMap', 'own'),
    metadata: { name: 'own', namespace: 'shop' },
  }),
};
