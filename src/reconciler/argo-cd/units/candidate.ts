/** One Application on one side, wherever it is declared, with the Argo CD that it belongs to. */
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { Place } from '../../../object/place.ts';
import type { Unit } from '../../unit.ts';
import type { ArgoUnit } from '../application.ts';
import { argoUnit } from '../application.ts';
import { isWatched, watchesSetsIn } from './control.ts';
import type { Control } from './control.ts';
import { isOf } from './reads.ts';

export interface Candidate {
  readonly key: string;
  readonly control: Control;
  readonly namespace: string;
  readonly manifest: KubeObject;
  readonly place: Place | undefined;
  readonly by: Unit | undefined;
  /** `namespace/name` of its ApplicationSet. */
  readonly generatedBy: string | undefined;
  readonly rolling: ArgoUnit['rolling'];
  readonly declaredIn: ArgoUnit['declaredIn'];
  readonly live: KubeObject | undefined;
}

export function keyOf(cluster: string | undefined, namespace: string, name: string): string {
  return `${cluster ?? '-'}/${namespace}/${name}`;
}

/** The same for a unit as for the candidate of which it was made. */
export function keyOfUnit(unit: Unit): string {
  const { namespace, name } = argoUnit(unit).application;
  return keyOf(unit.home.cluster, namespace, name);
}

export interface Belonging {
  readonly control: Control;
  readonly namespace: string;
}

export type LiveByKey = ReadonlyMap<string, KubeObject>;

/** Of an Application or an ApplicationSet. Where one of several has it already, that one; else one that watches its namespace. */
export function belongingOf(
  object: KubeObject,
  by: Unit | undefined,
  { controls, live }: { readonly controls: readonly Control[]; readonly live: LiveByKey },
): Belonging | undefined {
  const declared =
    namespaceOf(object) || (by?.reconciler === 'argo-cd' ? by.target.namespace : undefined) || '';
  const near = controls.filter(
    ({ cluster }) => by?.target.cluster !== undefined && cluster === by.target.cluster,
  );
  const among = near.length > 0 ? near : controls;
  const { name } = object.metadata;
  const namespaceIn = ({ installation }: Control): string => declared || installation.namespace;
  const isSet = isOf(object, 'ApplicationSet');
  const watches = (each: Control): boolean =>
    isSet ? watchesSetsIn(each, declared) : isWatched(declared, each.installation.namespace, each.namespaces);
  const control =
    among.find((each) => !isSet && live.has(keyOf(each.cluster, namespaceIn(each), name))) ??
    among.find(watches) ??
    among[0];
  return control === undefined ? undefined : { control, namespace: namespaceIn(control) };
}

export function liveByKey(controls: readonly Control[]): LiveByKey {
  return new Map(
    controls.flatMap(({ cluster, applications }) =>
      (applications ?? []).map(
        (application) =>
          [keyOf(cluster, namespaceOf(application), application.metadata.name), application] as const,
      ),
    ),
  );
}
