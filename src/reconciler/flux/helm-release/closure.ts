/** A HelmRelease on one side -> all that its render can depend on: the chart's files, its ignore rules, what is fetched. */
import type { RemoteReference } from '../../../source/remote.ts';
import type { Tree } from '../../../source/tree.ts';
import { chartClosure } from '../../chart-closure.ts';
import type { Closure, Unit } from '../../unit.ts';
import { helmReleaseUnit } from '../flux-unit.ts';
import type { FluxSource } from '../flux-unit.ts';
import { noteChart } from './known-chart.ts';
import { locatedChart } from './located-chart.ts';
import { noteFiles } from './ships-nothing.ts';

/** Throws SourceError. */
export async function closure(unit: Unit, tree: Tree): Promise<Closure> {
  const settings = helmReleaseUnit(unit);
  await noteChart(unit, tree);
  const remote = remoteOf(settings.source);
  if (remote !== undefined) {
    const { place } = unit.declaration;
    return { paths: [], remotes: [{ ...remote, place, use: { kind: 'root' } }], unknown: [] };
  }
  const located = await locatedChart(settings, tree);
  if (located === undefined) return { paths: [], remotes: [], unknown: [] };
  const { view, path, valuesFiles, artifact } = located;
  const chart = chartClosure(view, path, []);
  const own = view.find(path).kind === 'missing' ? [`${path}/`] : [];
  noteFiles(unit, { ...chart, paths: [...chart.paths, ...valuesFiles] }, artifact.tree);
  return {
    ...chart,
    paths: [...new Set([...chart.paths, ...own, ...valuesFiles, ...artifact.ignoreFiles])].sort(),
  };
}

/** Undefined for this repository, and for what cannot be fetched. */
export function remoteOf(source: FluxSource): RemoteReference | undefined {
  switch (source.kind) {
    case 'chart': {
      const { repository, name, version } = source;
      return { kind: 'chart', repository, name, version };
    }
    case 'git':
      return { kind: 'git', url: source.url, revision: source.revision ?? undefined, path: '.' };
    case 'own':
    case 'unseen':
      return undefined;
  }
}
