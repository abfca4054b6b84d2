/** A Kustomize source -> what Argo CD edits into its kustomization, and how it builds it. */
import { posix } from 'node:path';
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { words } from '../../../object/masked.ts';
import type { KustomizeEdits } from '../../render-plan.ts';
import { expand } from './environment.ts';
import { flagAt, listAt, objectAt, textAt, textMapAt, textsAt } from '../../../object/fields.ts';
import type { Planned } from './helm-plan.ts';
import type { SourceRender } from './rendering-of.ts';

export function planKustomize(render: SourceRender): Planned {
  const { argo, source, directory } = render;
  const { kustomizeVersions, kustomizeBuildOptions } = argo.installation;
  const version = textAt(source.raw, 'kustomize', 'version');
  const named = Object.hasOwn(kustomizeVersions, version) ? kustomizeVersions[version] : undefined;
  if (version !== '' && named === undefined) {
    return {
      kind: 'unseen',
      why: words`it names a version of Kustomize that its Argo CD does not have: nothing is rendered there`,
    };
  }
  if (named !== undefined) {
    return {
      kind: 'unseen',
      why: words`it is built by a Kustomize of its own that its Argo CD keeps for it, and not by the usual one`,
    };
  }
  const options = kustomizeBuildOptions.split(/\s+/u).filter((option) => option !== '');
  const edits = editsOf(render);
  return {
    kind: 'plan',
    plan: {
      kind: 'kustomize',
      path: directory,
      ...(Object.keys(edits).length === 0 ? {} : { edits }),
      ...(options.length === 0 ? {} : { options }),
    },
  };
}

/** Where missing ones may be, those that are there. */
function componentsOf({ source, view, directory }: SourceRender): readonly string[] {
  const components = textsAt(source.raw, 'kustomize', 'components');
  if (!flagAt(source.raw, 'kustomize', 'ignoreMissingComponents')) return components;
  return components.filter((component) => {
    const { kind } = view.find(posix.join(directory, component));
    return kind === 'file' || kind === 'directory';
  });
}

function editsOf(render: SourceRender): KustomizeEdits {
  const kustomize = objectAt(render.source.raw, 'kustomize');
  const substituted = (texts: Readonly<Record<string, string>>): JsonObject =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, expand(text, render.environment)]));
  const images = textsAt(kustomize, 'images').map((image) => expand(image, render.environment));
  const annotations = textMapAt(kustomize, 'commonAnnotations');
  return withoutEmpty({
    namePrefix: textAt(kustomize, 'namePrefix'),
    nameSuffix: textAt(kustomize, 'nameSuffix'),
    images,
    replicas: listAt(kustomize, 'replicas').map(replica),
    labels: substituted(textMapAt(kustomize, 'commonLabels')),
    labelsWithoutSelector: flagAt(kustomize, 'labelWithoutSelector'),
    labelsInTemplates: flagAt(kustomize, 'labelIncludeTemplates'),
    forceLabels: flagAt(kustomize, 'forceCommonLabels'),
    annotations: flagAt(kustomize, 'commonAnnotationsEnvsubst') ? substituted(annotations) : annotations,
    forceAnnotations: flagAt(kustomize, 'forceCommonAnnotations'),
    namespace: textAt(kustomize, 'namespace'),
    patches: listAt(kustomize, 'patches').filter(isJsonObject),
    components: componentsOf(render),
  });
}

function replica(value: Json): { readonly name: string; readonly count: string } {
  const count = isJsonObject(value) ? value['count'] : undefined;
  const text = typeof count === 'number' || typeof count === 'string' ? String(count) : '';
  return { name: textAt(value, 'name'), count: text };
}

function withoutEmpty(edits: KustomizeEdits): KustomizeEdits {
  return Object.fromEntries(Object.entries(edits).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === false) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
