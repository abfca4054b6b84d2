/** What a home cluster and one side's renders hold of Argo CD's configuration -> the data of its ConfigMaps on that side. */
import { jsonIn } from '../../../object/json.ts';
import type { Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { lastApplied } from '../../../object/last-applied.ts';
import type { Declarations, Home } from '../../declarations.ts';
import { configuredBy } from './argocd-resource.ts';
import type { Configured, Data } from './argocd-resource.ts';
import { textAt, textMapAt } from '../../../object/fields.ts';
import { configName, isOf, parametersName } from './reads.ts';

/** What Git says on this side counts before what is live. */
export function configData(home: Home, { rendered }: Pick<Declarations, 'rendered'>): Configured {
  const { cluster, namespace } = home.installation;
  const inGit = rendered.flatMap(({ unit, objects }) =>
    unit.target.cluster !== cluster
      ? []
      : objects
          .map(({ object }) => object)
          .filter((object) => (namespaceOf(object) || unit.target.namespace) === namespace),
  );
  const live = home.objects.filter((object) => namespaceOf(object) === namespace);
  const resources = { live: resourceIn(live), git: resourceIn(inGit) };
  const before = configuredBy(resources.live?.['spec']);
  const after = resources.git === undefined ? undefined : configuredBy(resources.git['spec']);
  const of = (name: string, field: keyof Configured): Data => {
    const declared = sideOf(configMapIn(live, name), configMapIn(inGit, name));
    return after === undefined ? declared : overlaid(declared, before[field], after[field]);
  };
  return { config: of(configName, 'config'), parameters: of(parametersName, 'parameters') };
}

function resourceIn(objects: readonly KubeObject[]): KubeObject | undefined {
  return objects.find((object) => isOf(object, 'ArgoCD'));
}

function configMapIn(objects: readonly KubeObject[], name: string): KubeObject | undefined {
  return objects.find(
    ({ apiVersion, kind, metadata }) => apiVersion === 'v1' && kind === 'ConfigMap' && metadata.name === name,
  );
}

function sideOf(live: KubeObject | undefined, git: KubeObject | undefined): Data {
  const now = textMapAt(live, 'data');
  if (git === undefined) return now;
  return overlaid(now, textMapAt(applied(live), 'data'), textMapAt(git, 'data'));
}

/** A three-way merge of keys: those that were declared and are no more are removed. */
function overlaid(live: Data, before: Data, after: Data): Data {
  const kept = Object.entries(live).filter(
    ([key]) => !Object.hasOwn(before, key) || Object.hasOwn(after, key),
  );
  return { ...Object.fromEntries(kept), ...after };
}

function applied(live: KubeObject | undefined): Json | undefined {
  return jsonIn(textAt(live, 'metadata', 'annotations', lastApplied));
}
