/** Files -> what the plain reconciler says of them, short enough to compare with. */
import assert from 'node:assert/strict';
import { parseRepositoryConfig } from '../../../src/config/repository.ts';
import type { ClusterConfig } from '../../../src/config/operator.ts';
import { createMask } from '../../../src/object/mask.ts';
import type { Discovery } from '../../../src/reconciler/declarations.ts';
import type { Closure, Unit } from '../../../src/reconciler/unit.ts';
import { plain } from '../../../src/reconciler/plain/plain.ts';
import { settingsOf } from '../../../src/reconciler/plain/settings.ts';
import type { Tree } from '../../../src/source/tree.ts';
import { treeOf } from '../../render/tree.ts';
import type { Files } from '../../render/tree.ts';

export const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

export interface Setting {
  /** Content of .github/proofline.yml. */
  readonly config?: string;
  readonly clusters?: readonly string[];
  /** Units of the other side. */
  readonly others?: readonly Unit[];
}

export async function discoverIn(
  tree: Tree,
  { config = '', clusters = [], others = [] }: Setting = {},
): Promise<Discovery> {
  return plain.discover({
    tree,
    rendered: [],
    side: 'head',
    origin: undefined,
    homes: [],
    repository: parseRepositoryConfig({ file: '.github/proofline.yml', content: config }, []),
    clusters: clusters.map(clusterNamed),
    mask: createMask(),
    others,
  });
}

function clusterNamed(name: string): ClusterConfig {
  return {
    name,
    reach: { inCluster: true },
    allowUnguarded: false,
    concurrency: 1,
    knownAs: [],
    production: false,
  };
}

/** `kustomize apps/web`, in the order of discovery. */
export async function found(files: Files, setting?: Setting): Promise<readonly string[]> {
  const { units, gaps } = await discoverIn(treeOf(files), setting);
  assert.deepEqual(gaps, []);
  return units.map((unit) => `${settingsOf(unit).renderer} ${unit.id.slice('plain/'.length)}`);
}

/** The same, where the other side has these files. */
export async function foundBeside(other: Files, files: Files): Promise<readonly string[]> {
  const { units } = await discoverIn(treeOf(other));
  assert.notDeepEqual(units, []);
  return found(files, { others: units });
}

export async function unitAt(tree: Tree, path: string, setting?: Setting): Promise<Unit> {
  const { units } = await discoverIn(tree, setting);
  const unit = units.find((candidate) => candidate.path === path);
  assert.ok(unit, `no unit at ${path}: ${units.map(({ id }) => id).join(', ')}`);
  return unit;
}

export async function closureAt(files: Files, path: string, setting?: Setting): Promise<Closure> {
  const tree = treeOf(files);
  return plain.closure(await unitAt(tree, path, setting), tree);
}
