/** AppProjects of one side, and the name in an Application -> the project that its sync is held to. */
import type { JsonObject, Json } from '../../../object/json.ts';
import { isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { readValues } from '../../../object/yaml.ts';
import { selectorOf } from '../application-set/selector.ts';
import type { Data } from './argocd-resource.ts';
import type { Control } from './control.ts';
import type { DeclaredObject } from './declared.ts';
import { listAt, objectAt, textAt, textMapAt } from '../../../object/fields.ts';

export interface Projects {
  readonly byName: ReadonlyMap<string, KubeObject>;
  /** Whether those are all that there are. */
  readonly known: boolean;
  /** Data of argocd-cm: `globalProjects` adds to some of them. */
  readonly config: Data;
}

export interface Chosen {
  readonly name: string;
  readonly spec: JsonObject | null;
  readonly known: boolean;
}

/** Of one Argo CD: what Git declares counts before what is live. */
export function projectsFor(control: Control, declared: readonly DeclaredObject[]): Projects {
  const { namespace } = control.installation;
  const own = declared.filter(
    ({ object, by }) => (namespaceOf(object) || by?.target.namespace || namespace) === namespace,
  );
  const all = [...(control.projects ?? []), ...own.map(({ object }) => object)];
  return {
    byName: new Map(all.map((project) => [project.metadata.name, project])),
    known: control.projects !== undefined,
    config: control.config,
  };
}

export function projectOf(application: JsonObject, { byName, known, config }: Projects): Chosen {
  const name = textAt(application, 'project') || 'default';
  const found = byName.get(name);
  // Argo CD makes this one by itself where it is missing.
  const spec =
    found === undefined ? (name === 'default' && known ? permissive : null) : objectAt(found, 'spec');
  if (spec === null) return { name, spec, known };
  const labels = new Map(Object.entries(textMapAt(found, 'metadata', 'labels')));
  const merged = globalsFor(name, labels, config).reduce((own, other) => {
    const global = byName.get(other);
    return global === undefined ? own : merge(own, objectAt(global, 'spec'));
  }, spec);
  return { name, spec: merged, known };
}

const permissive: JsonObject = {
  sourceRepos: ['*'],
  destinations: [{ server: '*', namespace: '*' }],
  clusterResourceWhitelist: [{ group: '*', kind: '*' }],
};

function globalsFor(name: string, labels: ReadonlyMap<string, string>, config: Data): readonly string[] {
  const text = config['globalProjects'] ?? '';
  const [document] = text === '' ? [] : readValues('globalProjects', text);
  const list: readonly Json[] =
    document?.kind === 'other' && isJsonArray(document.value) ? document.value : [];
  return list.flatMap((item) => {
    const other = textAt(item, 'projectName');
    const selector = selectorOf(isJsonObject(item) ? item['labelSelector'] : undefined, 'label-values');
    return other !== name && selector.kind === 'made' && selector.value(labels) ? [other] : [];
  });
}

const added = [
  'clusterResourceWhitelist',
  'clusterResourceBlacklist',
  'namespaceResourceWhitelist',
  'namespaceResourceBlacklist',
  'syncWindows',
  'sourceRepos',
  'destinations',
  'destinationServiceAccounts',
];

function merge(own: JsonObject, global: JsonObject): JsonObject {
  const lists = added.flatMap((field) => {
    const more = listAt(global, field);
    return more.length === 0 ? [] : [[field, [...listAt(own, field), ...more]] as const];
  });
  return { ...own, ...Object.fromEntries(lists) };
}
