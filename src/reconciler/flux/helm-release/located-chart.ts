/** A HelmRelease whose chart stands in this repository -> its directory in the artifact that source-controller packs it from. */
import { posix } from 'node:path';
import type { Tree } from '../../../source/tree.ts';
import { viewOf } from '../../view.ts';
import type { View } from '../../view.ts';
import { artifactOf } from '../artifact/artifact.ts';
import type { Artifact } from '../artifact/artifact.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';

export interface LocatedChart {
  readonly artifact: Artifact;
  /** Of the artifact. */
  readonly view: View;
  readonly path: string;
  /** From the root of the source. */
  readonly valuesFiles: readonly string[];
}

/** Undefined for a chart from elsewhere. Throws SourceError. */
export async function locatedChart(unit: HelmReleaseUnit, tree: Tree): Promise<LocatedChart | undefined> {
  const { source, chartPath, chart } = unit;
  if (source.kind !== 'own') return undefined;
  const artifact = await artifactOf(tree, source);
  const view = await viewOf(artifact.tree);
  return { artifact, view, path: inside(chartPath), valuesFiles: chart.valuesFiles.map(inside) };
}

/** A path that would leave the artifact stops at its root (securejoin). */
export function inside(path: string): string {
  return posix.normalize(`/${path}`).replaceAll(/^\/+|\/+$/gu, '') || '.';
}
