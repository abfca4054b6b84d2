/** The homes of one side -> each Fleet with its clusters, and what was not seen of it. */
import type { Gap } from '../../../object/gap.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Declarations, Home } from '../../declarations.ts';
import { textAt, listAt } from '../../../object/fields.ts';
import type { FleetCluster } from './clusters.ts';
import { clustersIn } from './clusters.ts';
import type { BundleDeployment } from './deployments.ts';
import { deploymentsIn } from './deployments.ts';

export interface Control {
  /** The operator's name of its home cluster; undefined for a Fleet that nobody has seen. */
  readonly home: string | undefined;
  readonly namespace: string;
  readonly version: string | null;
  /** Undefined where they were not seen. */
  readonly clusters: readonly FleetCluster[] | undefined;
  readonly deployments: readonly BundleDeployment[];
  readonly objects: readonly KubeObject[];
  readonly elsewhere: Home['elsewhere'];
  readonly gaps: readonly Gap[];
}

const newestJudged = words`v0.15.0`;

/** For the one that there must be where a GitRepo stands. */
export const unseenControl: Control = {
  home: undefined,
  namespace: 'cattle-fleet-system',
  version: null,
  clusters: undefined,
  deployments: [],
  objects: [],
  elsewhere: new Map(),
  gaps: [
    {
      kind: 'installation-unnamed',
      unit: undefined,
      object: undefined,
      why: words`no Fleet is named: which clusters its bundles go to, and with which settings, is not known`,
    },
  ],
};

/** Empty where no Fleet is configured. */
export function controlsOf({ homes, mask }: Declarations): readonly Control[] {
  return homes
    .filter(({ installation }) => installation.kind === 'fleet')
    .map((home): Control => {
      const { objects, elsewhere, installation, gaps } = home;
      const version = installation.version ?? versionIn(objects, installation.namespace);
      const where = mask.text(`${installation.namespace} of ${installation.cluster}`);
      return {
        home: installation.cluster,
        namespace: installation.namespace,
        version,
        clusters: isSeen(home, 'Cluster') ? clustersIn(objects) : undefined,
        deployments: deploymentsIn(objects),
        objects,
        elsewhere,
        gaps: [
          ...gaps.map((gap) => ({
            ...gap,
            kind: 'live-value-needed' as const,
            why: words`the Fleet in ${where} was not seen whole: ${gap.why}`,
          })),
          ...unjudged(version, where),
        ],
      };
    });

  function unjudged(version: string | null, where: Gap['why']): readonly Gap[] {
    if (version !== null && version.startsWith('v0.15.')) return [];
    const why =
      version === null
        ? words`the version of the Fleet in ${where} is not known: ${newestJudged} is assumed; the operator’s file can name it`
        : words`the Fleet in ${where} is ${mask.text(version)}, which was never judged: what is known of it was read, not seen`;
    return [{ kind: 'version-not-judged', unit: undefined, object: undefined, why }];
  }
}

function isSeen({ gaps }: Home, kind: string): boolean {
  return !gaps.some(({ object }) => object === undefined || object.kind === kind);
}

/** By the tag of the controller's image. */
function versionIn(objects: readonly KubeObject[], namespace: string): string | null {
  const controller = objects.find(
    (object) =>
      object.kind === 'Deployment' &&
      namespaceOf(object) === namespace &&
      object.metadata.name === 'fleet-controller',
  );
  const images = listAt(controller, 'spec', 'template', 'spec', 'containers').map((each) =>
    textAt(each, 'image'),
  );
  for (const image of images) {
    const tag = /:(v\d+\.\d+\.\d+)[^/]*$/u.exec(image)?.[1];
    if (tag !== undefined) return tag;
  }
  return null;
}
