/** The homes of one side -> each Flux with its settings and what is live of it; and the Flux of declarations whose home nobody named. */
import type { Gap } from '../../../object/gap.ts';
import { textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Declarations, Home } from '../../declarations.ts';
import { isFlux, isValues, kustomizeGroup } from './groups.ts';
import { installationOf } from './installation.ts';
import type { Installed } from './installation.ts';
import { controllers, judgedLines, lineOf, newestJudged } from './version.ts';

export interface Control extends Installed {
  /** The operator's name of its home cluster; undefined where nobody named it. */
  readonly cluster: string | undefined;
  /** Tells apart homes that nobody named; empty elsewhere. */
  readonly scope: string;
  /** By `keyIn` of this control; undefined where it was not seen. */
  readonly live: ReadonlyMap<string, KubeObject> | undefined;
  /** Records of releases that are kept in other clusters, by the clusters' names. */
  readonly elsewhere: ReadonlyMap<string, readonly KubeObject[]>;
  /** Why single ConfigMaps and Secrets could not be read, by `unreadKey`. */
  readonly unread: ReadonlyMap<string, Masked>;
  readonly gaps: readonly Gap[];
}

/** One for each cluster. */
export function controlsOf({ homes, mask }: Declarations): readonly Control[] {
  const byCluster = new Map<string, Control>();
  for (const home of homes) {
    const { kind, cluster } = home.installation;
    if (kind === 'flux' && !byCluster.has(cluster)) byCluster.set(cluster, controlOf(home, mask));
  }
  return [...byCluster.values()];
}

/** Of what is declared where it is not known which Flux reads it. */
export function unnamedControl(scope: string): Control {
  return {
    ...installationOf({ namespace: 'flux-system', version: undefined, deployments: [] }),
    cluster: undefined,
    scope,
    live: undefined,
    elsewhere: new Map(),
    unread: new Map(),
    gaps: [],
  };
}

/** The same for an object that is declared as for the one that is live. */
export function keyIn(
  { cluster, scope }: Pick<Control, 'cluster' | 'scope'>,
  { kind, namespace, name }: { readonly kind: string; readonly namespace: string; readonly name: string },
): string {
  const key = `${cluster ?? '-'}/${kind}/${namespace}/${name}`;
  return scope === '' ? key : `${key}@${scope}`;
}

export function namesOf(object: KubeObject): {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
} {
  return { kind: object.kind, namespace: namespaceOf(object), name: object.metadata.name };
}

export function unreadKey({ kind, namespace, name }: ReturnType<typeof namesOf>): string {
  return `${kind}/${namespace}/${name}`;
}

/** Of the Kustomization that applied a live object, by the labels that it gave it. */
export function ownerKeyOf(
  live: KubeObject,
  control: Pick<Control, 'cluster' | 'scope'>,
): string | undefined {
  const [name, namespace] = ['name', 'namespace'].map((label) =>
    textAt(live, 'metadata', 'labels', `${kustomizeGroup}/${label}`),
  );
  return name ? keyIn(control, { kind: 'Kustomization', namespace: namespace ?? '', name }) : undefined;
}

function controlOf(home: Home, mask: Mask): Control {
  const { cluster, namespace, version } = home.installation;
  const deployments = home.objects.filter(({ kind }) => kind === 'Deployment');
  const installed = installationOf({ namespace, version, deployments });
  const of = { cluster, scope: '' };
  const kept = home.objects.filter((object) => isFlux(object) || isValues(object));
  return {
    ...installed,
    ...of,
    live: isSeen(home) ? new Map(kept.map((object) => [keyIn(of, namesOf(object)), object])) : undefined,
    elsewhere: home.elsewhere,
    unread: new Map(
      home.gaps.flatMap(({ object, why }) =>
        object === undefined ? [] : [[unreadKey(object), why] as const],
      ),
    ),
    gaps: gapsOf(home, installed, mask),
  };
}

/** Without all its units nothing that is not there can be told from what was not seen. */
function isSeen({ gaps }: Home): boolean {
  return !gaps.some(
    ({ object }) => object === undefined || object.kind === 'Kustomization' || object.kind === 'HelmRelease',
  );
}

function isValuesKind(kind: string): boolean {
  return kind === 'ConfigMap' || kind === 'Secret';
}

function notJudged(why: Masked): Gap {
  return { kind: 'version-not-judged', unit: undefined, object: undefined, why };
}

/** Each names what is assumed instead. */
function gapsOf(home: Home, { installation }: Installed, mask: Mask): readonly Gap[] {
  const { cluster } = home.installation;
  const where = mask.text(`${installation.namespace} of ${cluster}`);
  return [
    // Units that miss one of these say so themselves.
    ...home.gaps
      .filter(({ object }) => object === undefined || !isValuesKind(object.kind))
      .map((unread) => ({
        ...unread,
        kind: 'live-value-needed' as const,
        why: words`the Flux in ${where} was not seen whole, and for what is missing its usual settings are assumed: ${unread.why}`,
      })),
    ...controllers.flatMap((controller) => {
      const version = installation.versions[controller];
      const name = mask.text(`${controller}-controller`);
      if (version === null) {
        return [
          notJudged(
            words`the version of the ${name} in ${where} is not known: ${mask.text(newestJudged[controller])} is assumed; the operator’s file can name that of Flux`,
          ),
        ];
      }
      const line = lineOf(version);
      if (line !== undefined && judgedLines[controller].includes(line)) return [];
      return [
        notJudged(
          words`the ${name} in ${where} is ${mask.text(version)}, which was never judged: what is known of it was read, not seen`,
        ),
      ];
    }),
  ];
}
