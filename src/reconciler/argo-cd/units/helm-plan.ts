/** A Helm source -> how Argo CD calls `helm template` for it, or why it cannot be rendered. */
import { normalPath } from '../../../config/repository-path.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { Json } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { Masked } from '../../../object/masked.ts';
import type { HelmParameter, RenderPlan } from '../../render-plan.ts';
import type { Application } from '../application.ts';
import { expand } from './environment.ts';
import { flagAt, listAt, objectAt, textAt, textsAt } from '../../../object/fields.ts';
import { destinationNamespace } from './instance-name.ts';
import type { SourceRender } from './rendering-of.ts';
import { sourcePath } from './source-path.ts';
import { callFile, valuesFilesOf } from './values-files.ts';
import { atLeast } from './version.ts';

type HelmPlan = Extract<RenderPlan, { readonly kind: 'helm' }>;

export type Planned =
  | { readonly kind: 'plan'; readonly plan: RenderPlan }
  | { readonly kind: 'unseen'; readonly why: Masked };

export function planHelm(render: SourceRender): Planned {
  const { argo, source, remote, directory, where } = render;
  const { application, installation } = argo;
  const helm = objectAt(source.raw, 'helm');
  const valuesFiles = valuesFilesOf(render);
  const [why] = valuesFiles.unknown;
  if (why !== undefined) return { kind: 'unseen', why };
  const parameters = parametersOf(render);
  if (parameters === undefined) {
    return {
      kind: 'unseen',
      why: words`a file that one of its parameters is read from is not where its chart is`,
    };
  }
  const values = valuesText(helm['valuesObject'], helm['values']);
  const chartPath = where === 'git' ? normalPath(source.path || '.') : directory;
  return {
    kind: 'plan',
    plan: {
      kind: 'helm',
      chart: sourcePath(remote, chartPath),
      ...releaseOf(application, helm),
      valuesFiles: valuesFiles.files,
      ...(values === '' ? {} : { values }),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...optionsOf(helm),
      ...capabilitiesOf(helm),
      // Argo CD bundles Helm 4 since v3.5.0 (hack/tool-versions.sh).
      major: atLeast(installation, 3, 5) ? 4 : 3,
    },
  };
}

function releaseOf(
  { name, spec }: Application,
  helm: Json,
): { readonly release: string; readonly namespace: string } {
  const namespace = textAt(helm, 'namespace') || destinationNamespace(spec) || 'default';
  return { release: textAt(helm, 'releaseName') || name, namespace };
}

function optionsOf(helm: Json): Pick<HelmPlan, 'skipCrds' | 'skipTests' | 'skipSchemaValidation'> {
  return {
    ...(flagAt(helm, 'skipCrds') ? { skipCrds: true } : {}),
    ...(flagAt(helm, 'skipTests') ? { skipTests: true } : {}),
    ...(flagAt(helm, 'skipSchemaValidation') ? { skipSchemaValidation: true } : {}),
  };
}

function capabilitiesOf(helm: Json): {
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
} {
  const kubeVersion = textAt(helm, 'kubeVersion');
  const apiVersions = textsAt(helm, 'apiVersions');
  return {
    ...(kubeVersion === '' ? {} : { kubeVersion }),
    ...(apiVersions.length === 0 ? {} : { apiVersions }),
  };
}

/** JSON is YAML. */
function valuesText(object: Json | undefined, text: Json | undefined): string {
  if (isJsonObject(object)) return JSON.stringify(object);
  return typeof text === 'string' ? text : '';
}

/** Of two with one name and one way of telling the last counts; undefined where a file is not to be had. */
function parametersOf(render: SourceRender): readonly HelmParameter[] | undefined {
  const { source, environment } = render;
  const told = new Map<string, HelmParameter>();
  const tell = (parameter: HelmParameter): unknown =>
    told.set(`${parameter.as}\n${parameter.name}`, parameter);
  for (const parameter of listAt(source.raw, 'helm', 'parameters')) {
    const as = flagAt(parameter, 'forceString') ? 'string' : 'value';
    const value = withoutCommas(expand(textAt(parameter, 'value'), environment));
    tell({ name: textAt(parameter, 'name'), value, as });
  }
  for (const parameter of listAt(source.raw, 'helm', 'fileParameters')) {
    const called = callFile(render, textAt(parameter, 'path'));
    if (called.kind !== 'path' || called.root.remote !== render.remote) return undefined;
    tell({ name: textAt(parameter, 'name'), value: called.path, as: 'file' });
  }
  const order = ['value', 'string', 'file'];
  return [...told.values()].sort((a, b) => order.indexOf(a.as) - order.indexOf(b.as));
}

/** Helm would begin another parameter at a comma; Argo CD keeps them as text, but for lists in braces. */
function withoutCommas(value: string): string {
  if (value.startsWith('{') && value.endsWith('}')) return value;
  return value.replaceAll(/(?<!\\),/gu, String.raw`\,`);
}
