/**
 * What makes two manifests the same object: group, kind, namespace and name.
 * Never the version: one object is served in several, and moving between them is no deletion.
 */
import type { KubeObject } from './kube-object.ts';
import { namespaceOf } from './kube-object.ts';

export interface Identity {
  /** Empty for the core group. */
  readonly group: string;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  /** For an object with generateName: that prefix followed by `*`. */
  readonly name: string;
}

export interface VersionedIdentity extends Identity {
  readonly version: string;
}

export function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const slash = apiVersion.indexOf('/');
  if (slash < 0) return { group: '', version: apiVersion };
  return { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

export function identityOf(object: KubeObject): VersionedIdentity {
  const generateName = object.metadata['generateName'];
  return {
    ...groupVersionOf(object.apiVersion),
    kind: object.kind,
    namespace: namespaceOf(object),
    name: object.metadata.name || `${typeof generateName === 'string' ? generateName : ''}*`,
  };
}

/** A map key; parts are joined by a character that no Kubernetes name can hold. */
export function identityKey(identity: Identity): string {
  return [identity.group, identity.kind, identity.namespace, identity.name].join('\n');
}

/** As a map key. */
export function objectKey(object: KubeObject): string {
  return identityKey(identityOf(object));
}

/** Whatever else it carries, its version first, is left behind. */
export function unversioned({ group, kind, namespace, name }: Identity): Identity {
  return { group, kind, namespace, name };
}

/** Byte order, never the locale's: output must be the same on every machine. */
export function compareIdentities(a: Identity, b: Identity): number {
  const left = identityKey(a);
  const right = identityKey(b);
  return left < right ? -1 : Number(left > right);
}
