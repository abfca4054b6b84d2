/** What a unit declares -> the same with the marks by which Argo CD knows it again, and whether a live object bears them (facts/reconcilers.md §1c). */
import { groupVersionOf } from '../../../object/identity.ts';
import { at, isJsonArray, isJsonObject, type JsonObject } from '../../../object/json.ts';
import { namespaceOf, type Declared, type KubeObject } from '../../../object/kube-object.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { destinationNamespace, instanceName } from '../units/instance-name.ts';
import { annotationOf, labelOf } from './annotations.ts';
import { isDefinition } from './kinds.ts';
import { legacyLabelKey, withTemplateLabel } from './template-label.ts';

const trackingId = 'argocd.argoproj.io/tracking-id';
const installationId = 'argocd.argoproj.io/installation-id';

function instanceOf({ application, installation }: ArgoUnit): string {
  return instanceName(application, installation.namespace);
}

/** Hooks are marked too, definitions are not. Every object is in its namespace already. */
export function withTracking(unit: Unit, declared: readonly Declared[]): readonly Declared[] {
  const settings = argoUnit(unit);
  return declared.map((each) =>
    isDefinition(each.object) ? each : { ...each, object: marked(settings, each.object) },
  );
}

function marked(settings: ArgoUnit, object: KubeObject): KubeObject {
  const { installation } = settings;
  const { trackingMethod, instanceLabelKey } = installation;
  const annotations = trackingMethod === 'label' ? {} : { annotations: annotationsOf(settings, object) };
  if (trackingMethod === 'annotation') {
    return { ...object, metadata: { ...object.metadata, ...annotations } };
  }
  const label = { [instanceLabelKey]: labelFor(settings) };
  const labels = { ...mapOf(object, 'labels'), ...label };
  const labeled = { ...object, metadata: { ...object.metadata, ...annotations, labels } };
  return instanceLabelKey === legacyLabelKey ? withTemplateLabel(labeled, label) : labeled;
}

function annotationsOf(settings: ArgoUnit, object: KubeObject): JsonObject {
  const { [installationId]: _other, ...kept } = mapOf(object, 'annotations');
  const id = settings.installation.installationId;
  return {
    ...kept,
    ...(id === null ? {} : { [installationId]: id }),
    [trackingId]: idOf(settings, object),
  };
}

function mapOf(object: KubeObject, key: 'annotations' | 'labels'): JsonObject {
  const map = at(object, 'metadata', key);
  return isJsonObject(map) ? map : {};
}

/** A cluster-scoped object carries the destination's namespace. */
function idOf(settings: ArgoUnit, object: KubeObject): string {
  const { group } = groupVersionOf(object.apiVersion);
  const namespace = namespaceOf(object) || destinationNamespace(settings.application.spec);
  return `${instanceOf(settings)}:${group}/${object.kind}:${namespace}/${object.metadata.name}`;
}

const longestLabel = 63;

/** Where the label alone tells whose it is, it is not cut: the API server refuses one that is too long. */
function labelFor(settings: ArgoUnit): string {
  const name = instanceOf(settings);
  if (settings.installation.trackingMethod === 'label' || name.length <= longestLabel) return name;
  return name.slice(0, longestLabel).replace(/[^a-zA-Z0-9]+$/, '');
}

/**
 * Whether Argo CD counts a live object as the unit's own: never one that another object owns, nor one to which the
 * mark of another was copied.
 */
export function isTracked(unit: Unit, live: KubeObject): boolean {
  const owners = at(live, 'metadata', 'ownerReferences');
  if (isJsonArray(owners) && owners.length > 0) return false;
  const settings = argoUnit(unit);
  const { trackingMethod, instanceLabelKey } = settings.installation;
  if (trackingMethod === 'label') return labelOf(live, instanceLabelKey) === instanceOf(settings);
  const mark = markOf(settings.installation, live);
  return mark !== undefined && mark.application === instanceOf(settings) && isOf(live, mark);
}

interface Mark {
  readonly application: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Undefined without one, and for one of another installation. */
function markOf(installation: ArgoUnit['installation'], live: KubeObject): Mark | undefined {
  const wanted = installation.installationId ?? '';
  if ((annotationOf(live, installationId) ?? '') !== wanted) return undefined;
  const id = /^([^:]*):([^/:]*\/[^/:]*):([^/]*)\/([^/]*)$/.exec(annotationOf(live, trackingId) ?? '');
  if (id === null) return undefined;
  const [, application = '', kind = '', namespace = '', name = ''] = id;
  return { application, kind, namespace, name };
}

function isOf(live: KubeObject, mark: Mark): boolean {
  const namespace = namespaceOf(live);
  return (
    mark.kind === `${groupVersionOf(live.apiVersion).group}/${live.kind}` &&
    mark.name === live.metadata.name &&
    (namespace === '' || namespace === mark.namespace)
  );
}

/** The Application that a live object names, by `instanceName`; undefined where it names none. */
export function trackedBy(
  { installation }: Pick<ArgoUnit, 'installation'>,
  live: KubeObject,
): string | undefined {
  const { trackingMethod, instanceLabelKey } = installation;
  const name =
    trackingMethod === 'label' ? labelOf(live, instanceLabelKey) : markOf(installation, live)?.application;
  return name === '' ? undefined : name;
}
