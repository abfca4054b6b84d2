/** Templates and parameter sets of one ApplicationSet -> the Applications that the controller makes of them. */
import { cascadingFinalizer } from '../../../object/cascading-finalizer.ts';
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { type KubeObject, namespaceOf } from '../../../object/kube-object.ts';
import type { Filler } from './filler.ts';
import type { Parameters } from './parameters.ts';
import { normalizedSpec } from './normalized-spec.ts';
import { error, made, type Outcome } from './side.ts';
import { patched } from './template-patch.ts';

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
  const patch = at(set, 'spec', 'templatePatch');
  const templates = wanted.map(({ template, parameters }) => ({ template: plain(template), parameters }));
  const patches = wanted.map(({ parameters }) => ({ template: patch ?? null, parameters }));
  const filled = await filler.fillAll([...templates, ...patches]);
  const preserve = at(set, 'spec', 'syncPolicy', 'preserveResourcesOnDeletion') === true;
  return wanted.map((one, index) => {
    const base = filled[index];
    const text = filled[wanted.length + index];
    if (base === undefined || text === undefined) throw new Error('a template has no answer');
    // Without any parameter the controller hands the template on as it is written, finalizers and all.
    const isBare = Object.keys(one.parameters).length === 0;
    const whole = isBare ? made(plain(one.template)) : base;
    if (whole.kind !== 'made') return whole;
    if (text.kind !== 'made') return text;
    return finished(withFinalizer(whole.value, isBare || preserve), text.value, set);
  });
}

function finished(application: JsonObject, patch: Json, set: KubeObject): Outcome<Made> {
  const after = typeof patch === 'string' ? patched(application, patch) : made(application);
  return after.kind === 'made' ? named(after.value, set) : after;
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
  return { metadata: !asIs && none ? { ...own, finalizers: [cascadingFinalizer] } : own, spec };
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
