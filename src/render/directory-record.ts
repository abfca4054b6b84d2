/** A directory plan -> what is recorded of its render: the values of variables are not, since they may be secret. */
import type { JsonObject } from '../object/json.ts';
import type { JsonnetVariable } from '../reconciler/render-plan.ts';
import type { Tree } from '../source/tree.ts';
import type { JsonnetOptions } from './jsonnet.ts';
import type { DirectoryPlan } from './placed-plan.ts';
import type { Run } from './program.ts';
import { prefixOf } from './repository-path.ts';

export async function directoryParameters(plan: DirectoryPlan, tree: Tree, run: Run): Promise<JsonObject> {
  const { path, recurse, dialect, include = '', exclude = '', files, jsonnet } = plan;
  if (files !== undefined) return { path, files: [...files] };
  if (dialect !== 'argo-cd') return { path, recurse };
  return {
    path,
    recurse,
    dialect,
    ...(include === '' ? {} : { include }),
    ...(exclude === '' ? {} : { exclude }),
    ...(jsonnet !== undefined && hasJsonnet(path, tree)
      ? { jsonnet: await jsonnetParameters(jsonnet, run) }
      : {}),
  };
}

function hasJsonnet(directory: string, tree: Tree): boolean {
  const prefix = prefixOf(directory);
  for (const path of tree.entries.keys()) {
    if (path.endsWith('.jsonnet') && path.startsWith(prefix)) return true;
  }
  return false;
}

async function jsonnetParameters({ tlas, extVars, libs }: JsonnetOptions, run: Run): Promise<JsonObject> {
  return {
    version: (await run.version('jsonnet')) ?? 'unknown',
    topLevelArguments: namesOf(tlas),
    externalVariables: namesOf(extVars),
    libraries: libs,
  };
}

function namesOf(variables: readonly JsonnetVariable[]): readonly string[] {
  return variables.map(({ name }) => name);
}
