/** The story that the demo and the tests tell: its folders, and what is in the cluster when it begins. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve as resolvePath } from 'node:path';
import { promisify } from 'node:util';

import type { KubeObject } from '../../src/object/kube-object.ts';
import { readYaml } from '../../src/object/yaml.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { seed } from '../bed/seed.ts';

const run = promisify(execFile);

export const root = resolvePath(import.meta.dirname, '../..');
export const storyFolder = join(root, 'fixtures/stories/release-with-surprises');

/** Who applied base: the manager that `kubectl apply --server-side` writes, and so the plain reconciler's. */
const manager = 'kubectl';

export interface Renderers {
  /** Paths of the programs. */
  readonly kubectl: string;
  readonly helm4: string;
}

/** Base as a person would have applied it, but for its last change, which nobody has applied yet. */
export async function seedStory(bed: ControlPlane, renderers: Renderers): Promise<void> {
  const base = join(storyFolder, 'base');
  const cluster = join(storyFolder, 'cluster');
  const [shop, payments, reporting, namespaces, pods, notYetApplied] = await Promise.all([
    output(renderers.kubectl, ['kustomize', join(base, 'apps/shop')]),
    output(renderers.helm4, helmArguments(join(base, 'charts/payments'))),
    readFile(join(base, 'platform/reporting/report.yaml'), 'utf8'),
    readFile(join(cluster, 'namespaces.yaml'), 'utf8'),
    readFile(join(cluster, 'pods.yaml'), 'utf8'),
    readFile(join(cluster, 'not-yet-applied.yaml'), 'utf8'),
  ]);
  for (const text of [namespaces, shop, payments, reporting, pods, notYetApplied]) {
    await seed(bed, objectsIn(text), manager);
  }
}

function helmArguments(chart: string): readonly string[] {
  return ['template', 'payments', chart, '--namespace=payments', `--values=${chart}/values-production.yaml`];
}

async function output(program: string, args: readonly string[]): Promise<string> {
  return (await run(program, args)).stdout;
}

function objectsIn(text: string): readonly KubeObject[] {
  return readYaml('seeded', text).map((document) => {
    if (document.kind !== 'object') throw new Error(`this is no object to seed: ${text}`);
    return document.object;
  });
}
