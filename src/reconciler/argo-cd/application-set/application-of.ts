/** Templates and parameter sets of one ApplicationSet -> the Applications that the controller makes of them. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { type KubeObject, namespaceOf } from '../../../object/kube-object.ts';
import type { Filler } from './filler.ts';
import type { Parameters } from './parameters.ts';
import { normalizedSpec } from './normalized-spec.ts';
import { error, made, type Outcome } from './side.ts';
import { patched } from './template-patch.ts';

/** Deletes what the Application deployed before the Application goes. */
export const resourcesFinalizer = 'resources-finalizer.argocd.argoproj.io';

export interface Wanted {
  readonly template: Json;
  readonly parameters: Parameters;
}

export interface Made {
  readonly manifest: KubeObject;
  /** As the template gives it, which may be empty: the controller looks for it before the default comes in. */
  readonly project: string;
}

/** One answer for each that is wanted. */
export async function applicationsOf(
  set: KubeObject,
  wanted: readonly Wanted[],
  filler: Filler,
): Promise<readonly Outcome<Made>[]> {
  const filled = await filler.fill(
    wanted.map(({ template, parameters }) => ({ template: plain(template), parameters })),
  );
  const patch = at(set, 'spec', 'templatePatch');
  const patches =
    typeof patch === 'string'
      ? await filler.fill(wanted.map(({ parameters }) => ({ template: patch, parameters })))
      : undefined;
  const preserve = at(set, 'spec', 'syncPolicy', 'preserveResourcesOnDeletion') === true;
  return wanted.map((one, index) => {
    const base = filled[index];
    const text = patches?.[index];
    if (base === undefined) throw new Error('a template has no answer');
    if (base.kind !== 'made') return base;
    // Without any parameter the controller hands the template on as it is written, finalizers and all.
    const bare = Object.keys(one.parameters).length === 0;
    const application = withFinalizer(bare ? plain(one.template) : base.value, bare || preserve);
    if (text === undefined) return named(application, set);
    if (text.kind !== 'made') return text;
    const whole = patched(application, typeof text.value === 'string' ? text.value : '');
    return whole.kind === 'made' ? named(whole.value, set) : whole;
  });
}

/** Of a template's metadata these count, and no others. */
const metadataFields = ['name', 'namespace', 'labels', 'annotations', 'finalizers'];

function plain(template: Json): JsonObject {
  const metadata = at(template, 'metadata');
  const fields = Object.entries(isJsonObject(metadata) ? metadata : {}).filter(([key]) =>
    metadataFields.includes(key),
  );
  const spec = at(template, 'spec');
  return { metadata: Object.fromEntries(fields), spec: isJsonObject(spec) ? spec : {} };
}

function withFinalizer(application: Json, asIs: boolean): JsonObject {
  const metadata = at(application, 'metadata');
  const spec = at(application, 'spec') ?? {};
  const own: JsonObject = isJsonObject(metadata) ? metadata : {};
  const finalizers = own['finalizers'];
  const none = !isJsonArray(finalizers) || finalizers.length === 0;
  return { metadata: !asIs && none ? { ...own, finalizers: [resourcesFinalizer] } : own, spec };
}

/** It lives beside its set whatever its template says. */
function named(application: JsonObject, set: KubeObject): Outcome<Made> {
  const metadata = at(application, 'metadata');
  const spec = at(application, 'spec');
  const name = at(metadata, 'name');
  if (!isJsonObject(metadata) || typeof name !== 'string') return error('its template gives no name');
  const project = at(spec, 'project');
  const manifest = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { ...metadata, name, namespace: namespaceOf(set) },
    spec: normalizedSpec(isJsonObject(spec) ? spec : {}),
  };
  return made({ manifest, project: typeof project === 'string' ? project : '' });
}
