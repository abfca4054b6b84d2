/** A unit -> who applies its objects (facts/reconcilers.md §1f; util/settings/impersonation.go). */
import type { InstallationConfig } from '../../../config/operator.ts';
import { at, isJsonArray, type Json } from '../../../object/json.ts';
import { words, type Masked } from '../../../object/masked.ts';
import type { Applier } from '../../unit-record.ts';
import type { Unit } from '../../unit.ts';
import { compileGlob } from '../../gobwas-glob.ts';
import { argoUnit, type ArgoUnit } from '../application.ts';
import { destinationNamespace } from '../units/instance-name.ts';

/** `appliesAs`: whose credentials stand in the clusters' Secrets, as the operator's file says. */
export function identityFor(unit: Unit, appliesAs: InstallationConfig['appliesAs']): Applier {
  const settings = argoUnit(unit);
  const impersonated = settings.installation.impersonation ? impersonatedBy(settings) : undefined;
  if (impersonated !== undefined) {
    return typeof impersonated === 'object' ? impersonated : gap(unit, impersonated);
  }
  const named = appliesAs.find(({ cluster }) => cluster === unit.target.cluster);
  if (named !== undefined) {
    return { kind: 'service-account', namespace: named.namespace, name: named.serviceAccount };
  }
  const { namespace, controllerServiceAccount: name } = settings.installation;
  if (unit.target.cluster !== undefined && unit.target.cluster === unit.home.cluster) {
    return { kind: 'service-account', namespace, name };
  }
  return gap(unit, words`the account behind the cluster's Secret is not named in the operator's file`);
}

function gap(unit: Unit, why: Masked): Applier {
  return { kind: 'gap', gap: { kind: 'cluster-forbidden', unit: unit.id, object: undefined, why } };
}

/** The first entry of the project that matches counts. Where none does, Argo CD syncs nothing unless it is told not to enforce it. */
function impersonatedBy(settings: ArgoUnit): Applier | Masked | undefined {
  const { project, destination, installation } = settings;
  if (destination === null || project === null) {
    return words`its project or its destination could not be read, and the account to impersonate stands there`;
  }
  const namespace = destinationNamespace(settings.application.spec);
  const listed = at(project, 'destinationServiceAccounts');
  const entries = isJsonArray(listed) ? listed : [];
  const found = entries.find(
    (entry) => matches(entry, 'server', destination.server) && matches(entry, 'namespace', namespace),
  );
  if (found !== undefined) return accountIn(found, namespace || settings.application.namespace);
  return installation.impersonationEnforced
    ? words`no account of its project matches its destination, and Argo CD then syncs nothing`
    : undefined;
}

const forbiddenInNames = /[!*[\]{}\\/]/;

function accountIn(entry: Json, namespace: string): Applier | Masked {
  const name = at(entry, 'defaultServiceAccount');
  if (typeof name !== 'string' || name.trim() === '' || forbiddenInNames.test(name)) {
    return words`its project names an account that Argo CD refuses`;
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
