/** A clusters generator -> one parameter set for each cluster that Argo CD knows by a Secret, and for its own. */
import { at, type Json, type JsonObject } from '../../../object/json.ts';
import { lastApplied } from '../../../object/last-applied.ts';
import { words } from '../../../object/masked.ts';
import type { Context, Produce } from './context.ts';
import { type Parameters, sanitized, textMap } from './parameters.ts';
import { isEmptySelector, selectorOf } from './selector.ts';
import { type ClusterSecret, made, type Outcome } from './side.ts';
import { type Unvalued, withValues } from './values.ts';

export const inCluster = { name: 'in-cluster', server: 'https://kubernetes.default.svc' };

export const produceClusters: Produce = async (configurations, context) => {
  const asked = configurations.map((configuration) => clustersFor(configuration, context));
  const answers = await withValues(asked, context.filler);
  return answers.map((answer, index) =>
    answer.kind === 'made' && at(configurations[index], 'flatList') === true
      ? made([{ clusters: answer.value }])
      : answer,
  );
};

function clustersFor(configuration: JsonObject, { side, filler }: Context): Outcome<Unvalued> {
  const given = at(configuration, 'selector');
  const selector = selectorOf(given, 'label-values');
  if (selector.kind !== 'made') return selector;
  if (side.clusters === undefined) {
    const why = words`which clusters Argo CD knows: its cluster Secrets cannot be seen`;
    return { kind: 'unknown', gap: 'live-value-needed', why };
  }
  const matching = byName(side.clusters).filter(({ labels }) =>
    selector.value(new Map(Object.entries({ ...labels, 'argocd.argoproj.io/secret-type': 'cluster' }))),
  );
  const own = isEmptySelector(given) && matching.every(({ server }) => server !== inCluster.server);
  const parameters = matching.map((cluster) => parametersOf(cluster, filler.goTemplate));
  const values: Json | undefined = at(configuration, 'values');
  return made({ parameters: own ? [...parameters, parametersOfOwn] : parameters, values });
}

/** Of two Secrets with one name one counts; the order of the others is that of a Go map, so no set can rely on it. */
function byName(clusters: readonly ClusterSecret[]): readonly ClusterSecret[] {
  const unique = new Map(clusters.map((cluster) => [cluster.name, cluster] as const));
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const parametersOfOwn: Parameters = {
  name: inCluster.name,
  nameNormalized: inCluster.name,
  server: inCluster.server,
  project: '',
};

/** What Argo CD and kubectl write there for themselves; the versions that still gave them away leaked the Secret. */
const hidden = new Set([
  'argocd.argoproj.io/refresh',
  'argocd.argoproj.io/hydrate',
  'argocd.argoproj.io/tracking-id',
  'argocd.argoproj.io/installation-id',
  lastApplied,
]);

function parametersOf(cluster: ClusterSecret, goTemplate: boolean): Parameters {
  const { name, server, project, labels } = cluster;
  const annotations = Object.fromEntries(
    Object.entries(cluster.annotations).filter(([key]) => !hidden.has(key)),
  );
  const own = { name, nameNormalized: sanitized(name), server, project };
  if (!goTemplate) {
    return {
      ...own,
      ...prefixed('metadata.annotations.', annotations),
      ...prefixed('metadata.labels.', labels),
    };
  }
  const metadata: JsonObject = {
    ...(Object.keys(cluster.annotations).length === 0 ? {} : { annotations: textMap(annotations) }),
    labels: textMap({ ...labels }),
  };
  return { ...own, metadata };
}

function prefixed(prefix: string, texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [prefix + key, value]));
}
