/** The homes of one side, and what its Git says of them -> each Argo CD with its settings, clusters, projects and live Applications. */
import type { Gap } from '../../../object/gap.ts';
import type { Json } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Declarations, Home } from '../../declarations.ts';
import type { ArgoInstallation } from '../application.ts';
import type { Decisions } from '../application-set/side.ts';
import { defaultInstallation, judgedLines, newestJudged, noInstallation } from '../defaults.ts';
import type { Configured, Data } from './argocd-resource.ts';
import { knownClusters } from './clusters.ts';
import type { KnownCluster } from './clusters.ts';
import { configData } from './config-data.ts';
import { decisionsOf, isOfDecisions } from './decisions.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import { matchesListed } from './glob.ts';
import { installationOf, listed } from './installation.ts';
import { isOf } from './reads.ts';

export interface Control {
  /** The operator's name of its home cluster. */
  readonly cluster: string | undefined;
  readonly installation: ArgoInstallation;
  readonly config: Data;
  readonly parameters: Data;
  /** Undefined where they were not seen; so for all that is live. */
  readonly known: readonly KnownCluster[] | undefined;
  readonly projects: readonly KubeObject[] | undefined;
  readonly applications: readonly KubeObject[] | undefined;
  readonly sets: readonly KubeObject[] | undefined;
  readonly decisions: Decisions | undefined;
  /** Patterns of namespaces, beside its own, in which Applications count. */
  readonly namespaces: readonly string[];
  /** The same of ApplicationSets. */
  readonly setNamespaces: readonly string[];
  /** Containers of the repository server that render by plugins. */
  readonly plugins: readonly string[];
  readonly gaps: readonly Gap[];
}

/** Never empty: without any, an Argo CD that nobody has seen stands for the one that there must be. */
export function controlsOf(declarations: Declarations): readonly Control[] {
  const homes = declarations.homes.filter(({ installation }) => installation.kind === 'argo-cd');
  return homes.length === 0 ? [unseenControl()] : homes.map((home) => controlOf(home, declarations));
}

function unseenControl(): Control {
  return {
    cluster: undefined,
    installation: defaultInstallation('argocd'),
    config: {},
    parameters: {},
    known: undefined,
    projects: undefined,
    applications: undefined,
    sets: undefined,
    decisions: undefined,
    namespaces: [],
    setNamespaces: [],
    plugins: [],
    gaps: [{ kind: 'installation-unnamed', unit: undefined, object: undefined, why: noInstallation }],
  };
}

function controlOf(home: Home, declarations: Declarations): Control {
  const { namespace, version } = home.installation;
  const { objects } = home;
  const configured = configData(home, declarations);
  const controller = objects.find(isController);
  const broken: string[] = [];
  const installation = installationOf({ ...configured, namespace, version, controller }, broken);
  const own = (kind: string): readonly KubeObject[] | undefined =>
    isSeen(home, kind) ? objects.filter((object) => isOf(object, kind)) : undefined;
  const namespaces = applicationNamespaces(configured, objects);
  const watches = (object: KubeObject): boolean => isWatched(namespaceOf(object), namespace, namespaces);
  const secrets = isSeen(home, 'Secret') ? objects.filter(({ kind }) => kind === 'Secret') : undefined;
  return {
    cluster: home.installation.cluster,
    installation,
    ...configured,
    known: secrets === undefined ? undefined : knownClusters(secrets),
    projects: own('AppProject'),
    applications: own('Application')?.filter(watches),
    sets: own('ApplicationSet'),
    decisions: isSeen(home, 'ApplicationSet') ? decisionsOf(home) : undefined,
    namespaces,
    setNamespaces: setNamespaces(configured, objects),
    plugins: objects.flatMap(pluginsIn),
    gaps: gapsOf(home, { installation, controller, broken }, declarations),
  };
}

function isController({ kind, metadata }: KubeObject): boolean {
  if (kind !== 'StatefulSet' && kind !== 'Deployment') return false;
  return (
    textAt(metadata, 'labels', 'app.kubernetes.io/component') === 'application-controller' ||
    metadata.name.endsWith('application-controller')
  );
}

function pluginsIn(object: KubeObject): readonly string[] {
  const containers =
    object.kind === 'Deployment' ? listAt(object, 'spec', 'template', 'spec', 'containers') : [];
  return containers.filter(isPlugin).map((container) => textAt(container, 'name'));
}

function isPlugin(container: Json): boolean {
  const given = [...textsAt(container, 'command'), ...textsAt(container, 'args')];
  return given.some((text) => text.includes('argocd-cmp-server'));
}

/** What was asked for and has no gap. */
function isSeen({ gaps }: Home, kind: string): boolean {
  return !gaps.some(({ object }) => object === undefined || object.kind === kind);
}

export function isWatched(namespace: string, own: string, patterns: readonly string[]): boolean {
  return namespace === '' || namespace === own || matchesListed(patterns, namespace);
}

function applicationNamespaces(
  { parameters }: Configured,
  objects: readonly KubeObject[],
): readonly string[] {
  const resource = objects.find((object) => isOf(object, 'ArgoCD'));
  return [
    ...listed(parameters['application.namespaces'] ?? ''),
    ...textsAt(resource, 'spec', 'sourceNamespaces'),
  ];
}

function setNamespaces({ parameters }: Configured, objects: readonly KubeObject[]): readonly string[] {
  const resource = objects.find((object) => isOf(object, 'ArgoCD'));
  return [
    ...listed(parameters['applicationsetcontroller.namespaces'] ?? ''),
    ...textsAt(resource, 'spec', 'applicationSet', 'sourceNamespaces'),
  ];
}

/** Where the controller of ApplicationSets looks; everywhere, for one that nobody has seen. */
export function watchesSetsIn(
  { cluster, installation, setNamespaces: patterns }: Control,
  namespace: string,
): boolean {
  return cluster === undefined || isWatched(namespace, installation.namespace, patterns);
}

interface Settled {
  readonly installation: ArgoInstallation;
  readonly controller: KubeObject | undefined;
  readonly broken: readonly string[];
}

function gapOf(kind: Gap['kind'], why: Gap['why']): Gap {
  return { kind, unit: undefined, object: undefined, why };
}

/** Each names what is assumed instead. */
function gapsOf(
  home: Home,
  { installation, controller, broken }: Settled,
  { mask }: Declarations,
): readonly Gap[] {
  const { cluster } = home.installation;
  const where = mask.text(`${installation.namespace} of ${cluster}`);
  const { version } = installation;
  const line = version === null ? undefined : /^v\d+\.\d+/u.exec(version)?.[0];
  const newest = mask.text(newestJudged);
  return [
    // A set that needs what was not read of decisions says so itself.
    ...home.gaps
      .filter((gap) => !isOfDecisions(gap, home))
      .map((unread) => ({
        ...unread,
        kind: 'live-value-needed' as const,
        why: words`the Argo CD in ${where} was not seen whole, and for what is missing its usual settings are assumed: ${unread.why}`,
      })),
    ...(version === null
      ? [
          gapOf(
            'version-not-judged',
            controller === undefined && isSeen(home, 'StatefulSet') && isSeen(home, 'Deployment')
              ? words`no controller of Argo CD is in ${where}, so its version is not known and ${newest} is assumed; if it runs elsewhere, the namespace that was given is wrong`
              : words`the version of the Argo CD in ${where} is not known: ${newest} is assumed; the operator’s file can name it`,
          ),
        ]
      : []),
    ...(line !== undefined && !judgedLines.includes(line)
      ? [
          gapOf(
            'version-not-judged',
            words`the Argo CD in ${where} is ${mask.text(version ?? '')}, which was never judged: what is known of it was read, not seen`,
          ),
        ]
      : []),
    ...broken.map((key) =>
      gapOf(
        'live-value-needed',
        words`the key ${mask.text(key)} of argocd-cm in ${where} cannot be read: it is taken for empty`,
      ),
    ),
  ];
}
