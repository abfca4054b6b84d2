/** A HelmRelease -> what is made of the objects of its chart: post-renderers, common metadata, origin, owner (internal/postrender, helm pkg/action). */
import { listAt, objectAt, textAt, textMapAt } from '../../../object/fields.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { RenderStep } from '../../render-plan.ts';
import type { HelmReleaseUnit } from '../flux-unit.ts';
import { patchOf } from '../kustomization/edited.ts';
import { helmGroup } from '../units/groups.ts';
import { helmMajorOf } from './helm-major.ts';
import { releaseTargetOf } from './release-target.ts';

type Parts = Extract<RenderStep, { readonly kind: 'metadata' }>['of'];

export function stepsFor(unit: HelmReleaseUnit): readonly RenderStep[] {
  const { declared } = unit;
  const { release, namespace } = releaseTargetOf(declared);
  const origin = { [`${helmGroup}/name`]: declared.name, [`${helmGroup}/namespace`]: declared.namespace };
  const owner = {
    labels: { 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: { 'meta.helm.sh/release-name': release, 'meta.helm.sh/release-namespace': namespace },
  };
  return [
    ...renderedTogether(unit).flatMap((of) => [
      ...listAt(declared.spec, 'postRenderers').flatMap((renderer) => kustomizeStep(renderer, of)),
      ...commonStep(declared.spec, of),
      { kind: 'metadata' as const, of, labels: origin, annotations: {}, onceEach: true as const },
    ]),
    // Of all that goes through the post-renderers the definitions of the chart's `crds/` get their origin alone.
    { kind: 'metadata', of: ['definitions'], labels: origin, annotations: {} },
    { kind: 'metadata', of: ['templates'], ...owner },
  ];
}

/** Helm 3 gives its post-renderer no hooks. */
function renderedTogether({ declared: { spec }, installation }: HelmReleaseUnit): readonly Parts[] {
  const usual =
    helmMajorOf(installation) === 3 || installation.features.helm['UseHelm3Defaults'] === true
      ? 'nohooks'
      : 'combined';
  const strategy = helmMajorOf(installation) === 3 ? usual : textAt(spec, 'postRenderStrategy') || usual;
  switch (strategy) {
    case 'nohooks':
      return [['templates']];
    case 'separate':
      return [['hooks'], ['templates']];
    default:
      return [['templates', 'hooks']];
  }
}

function kustomizeStep(renderer: Json, of: Parts): readonly RenderStep[] {
  const kustomize = objectAt(renderer, 'kustomize');
  if (Object.keys(kustomize).length === 0) return [];
  const images = listAt(kustomize, 'images').filter(isJsonObject);
  const patches = listAt(kustomize, 'patches').map(patchOf);
  const kustomization: JsonObject = {
    ...(images.length === 0 ? {} : { images }),
    ...(patches.length === 0 ? {} : { patches }),
  };
  return [{ kind: 'kustomize', of, kustomization }];
}

function commonStep(spec: JsonObject, of: Parts): readonly RenderStep[] {
  const labels = textMapAt(spec, 'commonMetadata', 'labels');
  const annotations = textMapAt(spec, 'commonMetadata', 'annotations');
  if (Object.keys(labels).length + Object.keys(annotations).length === 0) return [];
  return [{ kind: 'metadata', of, labels, annotations }];
}
