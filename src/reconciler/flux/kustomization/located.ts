/** A Kustomization of this repository on one side -> its directory in the artifact that its controller is given. */
import { posix } from 'node:path';
import { textAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { Tree } from '../../../source/tree.ts';
import { viewOf } from '../../view.ts';
import type { View } from '../../view.ts';
import { artifactOf } from '../artifact/artifact.ts';
import type { Artifact } from '../artifact/artifact.ts';
import type { KustomizationUnit } from '../flux-unit.ts';

export interface Located {
  readonly settings: KustomizationUnit;
  readonly spec: JsonObject;
  readonly artifact: Artifact;
  /** Of the artifact. */
  readonly view: View;
  readonly directory: string;
  readonly found: 'directory' | 'file' | 'missing';
}

/** Undefined where its source is not this repository. Throws SourceError. */
export async function located(settings: KustomizationUnit, tree: Tree): Promise<Located | undefined> {
  const { source, declared } = settings;
  if (source.kind !== 'own') return undefined;
  const artifact = await artifactOf(tree, source);
  const view = await viewOf(artifact.tree);
  const directory = directoryOf(declared.spec);
  const isFile = artifact.tree.entries.has(directory);
  const found = artifact.hasDirectory(directory) ? 'directory' : isFile ? 'file' : 'missing';
  return { settings, spec: declared.spec, artifact, view, directory, found };
}

/** A path that would leave the artifact stops at its root (securejoin). */
function directoryOf(spec: JsonObject): string {
  return posix.normalize(`/${textAt(spec, 'path')}`).replaceAll(/^\/+|\/+$/gu, '') || '.';
}
