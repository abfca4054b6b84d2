/** A unit -> who applies its objects (facts/reconcilers.md §1f; util/settings/impersonation.go). */
import type { InstallationConfig } from '../../../config/operator.ts';
import type { GapKind } from '../../../object/gap.ts';
import { at, isJsonArray, type Json } from '../../../object/json.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Applier } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { compileGlob } from '../../gobwas-glob.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { noInstallation } from '../defaults.ts';
import { destinationNamespace } from '../units/instance-name.ts';

/** `appliesAs`: whose credentials stand in the clusters' Secrets, as the operator's file says. */
export function identityFor(unit: Unit, appliesAs: InstallationConfig['appliesAs']): Applier {
  const settings = argoUnit(unit);
  const impersonated = impersonatedBy(settings);
  if (impersonated.kind === 'service-account') return impersonated;
  if (impersonated.kind !== 'nobody') return gap(unit, 'cluster-forbidden', impersonated.why);
  const named = appliesAs.find(({ cluster }) => cluster === unit.target.cluster);
  if (named !== undefined) {
    return { kind: 'service-account', namespace: named.namespace, name: named.serviceAccount };
  }
  const { namespace, controllerServiceAccount: name } = settings.installation;
  if (unit.target.cluster !== undefined && unit.target.cluster === unit.home.cluster) {
    return { kind: 'service-account', namespace, name };
  }
  if (unit.home.cluster === undefined) return gap(unit, 'installation-unnamed', noInstallation);
  return gap(unit, 'applier-unnamed', unnamed);
}

const unnamed = words`the account behind the cluster's Secret is not named in the operator's file`;

function gap(unit: Unit, kind: GapKind, why: Masked): Applier {
  return { kind: 'gap', gap: { kind, unit: unit.id, object: undefined, why } };
}

/** Why Argo CD ends each sync of the unit: it is to impersonate an account, and finds none that it may. */
export function unusableAccount(unit: Unit): Masked | undefined {
  const impersonated = impersonatedBy(argoUnit(unit));
  return impersonated.kind === 'unusable' ? impersonated.why : undefined;
}

type Impersonated =
  | Extract<Applier, { readonly kind: 'service-account' }>
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unusable' | 'unseen'; readonly why: Masked };

/** The first entry of the project that matches counts. Where none does, Argo CD syncs nothing unless it is told not to enforce it. */
function impersonatedBy(settings: ArgoUnit): Impersonated {
  const { project, destination, installation } = settings;
  if (!installation.impersonation) return { kind: 'nobody' };
  if (destination === null || project === null) {
    const why = words`its project or its destination could not be read, and the account to impersonate stands there`;
    return { kind: 'unseen', why };
  }
  const namespace = destinationNamespace(settings.application.spec);
  const listed = at(project, 'destinationServiceAccounts');
  const entries = isJsonArray(listed) ? listed : [];
  const found = entries.find(
    (entry) => matches(entry, 'server', destination.server) && matches(entry, 'namespace', namespace),
  );
  if (found !== undefined) return accountIn(found, namespace || settings.application.namespace);
  if (!installation.impersonationEnforced) return { kind: 'nobody' };
  const why = words`no account of its project matches its destination, and Argo CD then syncs nothing`;
  return { kind: 'unusable', why };
}

const forbiddenInNames = /[!*[\]{}\\/]/;

function accountIn(entry: Json, namespace: string): Impersonated {
  const name = at(entry, 'defaultServiceAccount');
  if (typeof name !== 'string' || name.trim() === '' || forbiddenInNames.test(name)) {
    return { kind: 'unusable', why: words`its project names an account that Argo CD refuses` };
  }
  const [own = '', account = ''] = name.split(':');
  return name.includes(':')
    ? { kind: 'service-account', namespace: own, name: account }
    : { kind: 'service-account', namespace, name };
}

function matches(entry: Json, key: 'server' | 'namespace', text: string): boolean {
  const glob = at(entry, key);
  return compileGlob(typeof glob === 'string' ? glob : '')?.matches(text) ?? false;
}
