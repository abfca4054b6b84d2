/** A unit and its AppProject -> why its whole sync is refused, and whether an object may be part of it. */
import type { Identity } from '../../../object/identity.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { Json, JsonObject } from '../../../object/json.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import { words } from '../../../object/masked.ts';
import { shownUrl } from '../../../source/remote/shown.ts';
import type { Unit } from '../../unit.ts';
import { argoUnit } from '../application.ts';
import type { ArgoUnit, Destination } from '../application.ts';
import { listAt, textAt, textsAt } from '../../../object/fields.ts';
import { matchesListed, matchesName, matchesText, matchesUrl } from './glob.ts';
import { destinationNamespace } from './instance-name.ts';
import { normalUrl } from './normal-url.ts';
import { allSources, effectiveSources } from './sources.ts';
import type { Source } from './sources.ts';
import { maskOf } from './unit-mask.ts';

/** Undefined where nothing forbids it, as far as the project is known. Argo CD then syncs nothing of the unit. */
export function refusalOf(unit: Unit): Masked | undefined {
  const argo = argoUnit(unit);
  const wrong = invalidSource(argo);
  if (wrong !== undefined) return wrong;
  if (argo.destination === null && argo.destinationKnown) {
    return words`its destination is no cluster that its Argo CD knows`;
  }
  if (argo.project !== null) return refusedBy(argo.project, argo, maskOf(unit));
  const name = maskOf(unit).text(argo.projectName);
  return argo.projectKnown ? words`its project ${name} does not exist` : undefined;
}

function refusedBy(project: JsonObject, argo: ArgoUnit, mask: Mask): Masked | undefined {
  const { application, installation, destination } = argo;
  const { namespace, spec } = application;
  const name = mask.text(argo.projectName);
  const isOwn = namespace === installation.namespace;
  if (!isOwn && !matchesListed(textsAt(project, 'sourceNamespaces'), namespace)) {
    return words`its project ${name} allows no Applications in the namespace ${mask.text(namespace)}`;
  }
  const source = allSources(spec).find(({ repoURL }) => !isSourcePermitted(project, repoURL));
  if (source !== undefined) {
    return words`its project ${name} does not allow the source ${shownUrl(source.repoURL, mask)}`;
  }
  const target = destinationNamespace(spec);
  if (destination === null || isDestinationPermitted(argo, target)) return undefined;
  const server = mask.text(destination.server);
  return words`its project ${name} does not allow the destination ${server} with the namespace ${mask.text(target || '-')}`;
}

/** Whether the project lets the unit apply, or prune, an object; in its namespace already. True where it is not known. */
export function permits(unit: Unit, identity: Identity): boolean {
  const argo = argoUnit(unit);
  if (argo.project === null) return true;
  if (identity.namespace === '') return isClusterKindPermitted(argo.project, identity);
  if (!isNamespacedKindPermitted(argo.project, identity)) return false;
  return argo.destination === null || isDestinationPermitted(argo, identity.namespace);
}

function invalidSource({ application }: ArgoUnit): Masked | undefined {
  const { list, multiple } = effectiveSources(application.spec);
  if (list.length === 0 || list.some((source) => !isPlaced(source, multiple))) {
    return words`a source names no repository, or neither a path nor a chart`;
  }
  if (list.some(({ chart, targetRevision }) => chart !== '' && targetRevision === '')) {
    return words`a chart is named without a version`;
  }
  const refs = list.map(({ ref }) => ref).filter((ref) => ref !== '');
  if (refs.every((ref) => /^[A-Za-z0-9_-]+$/u.test(ref)) && new Set(refs).size === refs.length)
    return undefined;
  return words`two sources have the same ref, or one has a sign in it that may not be there`;
}

function isPlaced({ repoURL, path, chart, ref }: Source, multiple: boolean): boolean {
  return repoURL !== '' && (path !== '' || chart !== '' || (multiple && ref !== ''));
}

/** One denial is enough; without any match nothing is allowed. */
function isSourcePermitted(project: JsonObject, repoURL: string): boolean {
  const url = normalUrl(repoURL);
  let allowed = false;
  for (const pattern of textsAt(project, 'sourceRepos')) {
    const denied = denial(pattern);
    if (denied === undefined) allowed ||= matchesUrl(normalUrl(pattern), url);
    else if (matchesUrl(normalUrl(denied), url)) return false;
    else allowed = true;
  }
  return allowed;
}

function isDestinationPermitted({ project, projectName, destination }: ArgoUnit, namespace: string): boolean {
  if (project === null || destination === null) return true;
  if (!isDestinationMatched(listAt(project, 'destinations'), destination, namespace)) return false;
  return project['permitOnlyProjectScopedClusters'] !== true || destination.project === projectName;
}

interface Compared {
  readonly matched: boolean;
  readonly denies: boolean;
}

/** In the order and with the brackets of app_project_types.go: a denied name counts whatever the namespace is. */
function isDestinationMatched(
  items: readonly Json[],
  { name, server }: Destination,
  namespace: string,
): boolean {
  let allowed = false;
  for (const item of items) {
    const byName = compared(textAt(item, 'name'), name);
    const byServer = compared(textAt(item, 'server'), server);
    const pattern = textAt(item, 'namespace');
    const byNamespace = { matched: matches(pattern, namespace), denies: pattern.startsWith('!') };
    if ((byServer.matched || byName.matched) && byNamespace.matched) allowed = true;
    else if (denies({ byName, byServer, byNamespace })) return false;
  }
  return allowed;
}

function compared(pattern: string, text: string): Compared {
  return { matched: text !== '' && matches(pattern, text), denies: pattern.startsWith('!') };
}

function denies(by: Readonly<Record<'byName' | 'byServer' | 'byNamespace', Compared>>): boolean {
  const { byName, byServer, byNamespace } = by;
  if (!byName.matched && byName.denies) return true;
  if (!byServer.matched && byServer.denies && byNamespace.matched) return true;
  return !byNamespace.matched && byNamespace.denies && byServer.matched;
}

function matches(pattern: string, text: string): boolean {
  const denied = denial(pattern);
  return denied === undefined ? matchesText(pattern, text) : !matchesText(denied, text);
}

function denial(pattern: string): string | undefined {
  return pattern.startsWith('!') ? pattern.slice(1) : undefined;
}

function isClusterKindPermitted(project: JsonObject, identity: Identity): boolean {
  return (
    isListed(listAt(project, 'clusterResourceWhitelist'), identity) &&
    !isListed(listAt(project, 'clusterResourceBlacklist'), identity)
  );
}

/** Without a list all kinds of a namespace are allowed; an empty one allows none. */
function isNamespacedKindPermitted(project: JsonObject, { group, kind }: Identity): boolean {
  const named = { group, kind, namespace: '', name: '' };
  const whitelist = project['namespaceResourceWhitelist'] ?? null;
  const allowed = whitelist === null || isListed(listAt(project, 'namespaceResourceWhitelist'), named);
  return allowed && !isListed(listAt(project, 'namespaceResourceBlacklist'), named);
}

function isListed(items: readonly Json[], { group, kind, name }: Identity): boolean {
  return items.filter(isJsonObject).some((item) => {
    if (!matchesName(textAt(item, 'kind'), kind) || !matchesName(textAt(item, 'group'), group)) return false;
    const wanted = textAt(item, 'name');
    return wanted === '' || name === '' || matchesName(wanted, name);
  });
}
