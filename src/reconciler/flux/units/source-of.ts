/** A unit's object -> where its content comes from, as the source that it names says on this side. */
import { flagAt, objectAt, textAt, textsAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { FluxSource, HelmReleaseUnit } from '../flux-unit.ts';
import { chartOfOci, chartOfRepository } from './chart-source.ts';
import type { Collected } from './collect.ts';
import type { Control } from './control.ts';
import { findIn } from './found.ts';
import type { Name } from './found.ts';
import { gitSource, includedAt, isOwnUrl, ownSource, secondsAt } from './git-source.ts';
import { insidePath, isHere } from './own-path.ts';
import { receives } from './receivers.ts';

export interface Sourced {
  readonly source: FluxSource;
  /** In the source. */
  readonly path: string;
  readonly chart: HelmReleaseUnit['chart'];
  /** The objects between the unit and its content, the unit's own first; empty where they were not found. */
  readonly objects: readonly Name[];
  /** The source that nobody has seen, and that is taken for this repository. */
  readonly assumed?: string;
}

export interface Where {
  readonly collected: Collected;
  readonly control: Control;
}

const noChart: HelmReleaseUnit['chart'] = {
  valuesFiles: [],
  ignoreMissingValuesFiles: false,
  reconcileStrategy: 'ChartVersion',
  interval: null,
};

export function sourceOf(where: Where, object: KubeObject): Sourced {
  const spec = objectAt(object, 'spec');
  const namespace = namespaceOf(object);
  if (object.kind === 'Kustomization') {
    const path = insidePath(textAt(spec, 'path'));
    return gitOrUnseen(where, {
      name: nameOf(objectAt(spec, 'sourceRef'), namespace),
      from: namespace,
      path,
      chart: noChart,
    });
  }
  const reference = objectAt(spec, 'chartRef');
  if (textAt(reference, 'name') === '')
    return ofTemplate(where, objectAt(spec, 'chart', 'spec'), { namespace, from: namespace });
  return ofReference(where, nameOf(reference, namespace), namespace);
}

function nameOf(reference: JsonObject, namespace: string): Name {
  return {
    kind: textAt(reference, 'kind'),
    namespace: textAt(reference, 'namespace') || namespace,
    name: textAt(reference, 'name'),
  };
}

function ofReference(where: Where, name: Name, from: string): Sourced {
  const refused = refusal(where, name, { from, kind: 'HelmRelease' });
  if (refused !== undefined) return unseen(name, refused);
  const found = findIn(where.collected, where.control, name);
  if (found === undefined) return unseen(name, missing(where));
  const spec = objectAt(found.object, 'spec');
  if (name.kind === 'HelmChart') {
    return ofTemplate(where, spec, { namespace: name.namespace, from: name.namespace, chart: name });
  }
  if (name.kind !== 'OCIRepository') return unseen(name, elsewhere(name));
  return { source: chartOfOci(spec, textOf(name)), path: '.', chart: noChart, objects: [name] };
}

interface Template {
  /** Of the object that names the source. */
  readonly namespace: string;
  readonly from: string;
  /** The HelmChart in which it stands. */
  readonly chart?: Name;
}

function ofTemplate(where: Where, spec: JsonObject, { namespace, from, chart: of }: Template): Sourced {
  const name = nameOf(objectAt(spec, 'sourceRef'), namespace);
  const chart: HelmReleaseUnit['chart'] = {
    valuesFiles: [...textsAt(spec, 'valuesFiles')],
    ignoreMissingValuesFiles: flagAt(spec, 'ignoreMissingValuesFiles'),
    reconcileStrategy: textAt(spec, 'reconcileStrategy') === 'Revision' ? 'Revision' : 'ChartVersion',
    interval: secondsAt(spec, 'interval'),
  };
  const between = of === undefined ? [] : [of];
  if (name.kind !== 'HelmRepository') {
    const path = insidePath(textAt(spec, 'chart'));
    const sourced = gitOrUnseen(where, { name, from, path, chart });
    return { ...sourced, objects: [...between, ...sourced.objects] };
  }
  const refused = refusal(where, name, { from, kind: 'HelmRelease' });
  if (refused !== undefined) return unseen(name, refused);
  const found = findIn(where.collected, where.control, name);
  if (found === undefined) return unseen(name, missing(where));
  const source = chartOfRepository(objectAt(found.object, 'spec'), { object: textOf(name), chart: spec });
  return { source, path: '.', chart, objects: [...between, name] };
}

interface Wanted {
  readonly name: Name;
  /** The namespace of the object that names it. */
  readonly from: string;
  readonly path: string;
  readonly chart: HelmReleaseUnit['chart'];
}

function gitOrUnseen(where: Where, { name, from, path, chart }: Wanted): Sourced {
  const { collected, control } = where;
  const left = { path, chart };
  const refused = refusal(where, name, { from, kind: chart === noChart ? 'Kustomization' : 'HelmRelease' });
  if (refused !== undefined) return { ...unseen(name, refused), ...left };
  const found = findIn(collected, control, name);
  if (found === undefined)
    return { ...(assumed(where, name, path) ?? unseen(name, missing(where))), ...left };
  if (name.kind !== 'GitRepository') return { ...unseen(name, elsewhere(name)), ...left, objects: [name] };
  const spec = objectAt(found.object, 'spec');
  const { origin } = collected.declarations;
  const isOwn = isOwnUrl(textAt(spec, 'url'), origin) ?? isHere(collected.view, path, name.name);
  const objects = [name];
  if (!isOwn) return { source: gitSource(spec, textOf(name)), objects, ...left };
  const included = includedAt(spec).find((to) => overlaps(to, path));
  if (included !== undefined) {
    return { ...unseen(name, `it includes another source at ${included}`), ...left, objects };
  }
  const receiver = receives(collected, control, name);
  return { source: ownSource(spec, { object: textOf(name), origin, receiver }), objects, ...left };
}

/** Where the home was not seen, the source may be there: a GitRepository without a file is hardly ever another one. */
function assumed({ collected, control }: Where, name: Name, path: string): Sourced | undefined {
  if (control.live !== undefined || name.kind !== 'GitRepository') return undefined;
  if (!isHere(collected.view, path, name.name)) return undefined;
  const { origin } = collected.declarations;
  const branch = origin?.branch ?? origin?.defaultBranch ?? 'main';
  const spec = { ref: { branch } };
  const source = ownSource(spec, { object: textOf(name), origin, receiver: false });
  return { source, path, chart: noChart, objects: [], assumed: textOf(name) };
}

function overlaps(one: string, other: string): boolean {
  return isBelow(one, other) || isBelow(other, one);
}

function isBelow(path: string, directory: string): boolean {
  return directory === '.' || path === directory || path.startsWith(`${directory}/`);
}

function textOf({ kind, namespace, name }: Name): string {
  return `${kind}/${namespace}/${name}`;
}

function unseen(name: Name, why: string): Sourced {
  return { source: { kind: 'unseen', object: textOf(name), why }, path: '.', chart: noChart, objects: [] };
}

interface Asked {
  /** The namespace of the object that names it. */
  readonly from: string;
  readonly kind: 'Kustomization' | 'HelmRelease';
}

function refusal({ control }: Where, { namespace }: Name, { from, kind }: Asked): string | undefined {
  const forbids =
    kind === 'HelmRelease' ? control.helmNoCrossNamespaceRefs : control.installation.noCrossNamespaceRefs;
  return forbids && namespace !== from ? 'its Flux refuses sources of other namespaces' : undefined;
}

function missing({ control }: Where): string {
  return control.live === undefined
    ? 'its source is not in this repository, and its home cluster was not seen'
    : 'there is no such source';
}

function elsewhere({ kind }: Name): string {
  switch (kind) {
    case 'OCIRepository':
      return 'its source is an OCI artifact, which is not fetched';
    case 'Bucket':
      return 'its source is a bucket, which is not fetched';
    case 'ExternalArtifact':
      return 'its source is an artifact that another controller makes';
    default:
      return 'its source is of a kind that is not known';
  }
}
