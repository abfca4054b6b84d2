/**
 * An API server as the live stage needs it: what it may read, and what it may ask by dry run.
 * There is no other way to write to it: `dryRun=All` is no parameter here and is put by the adapter.
 */
import type { JsonObject } from '../object/json.ts';
import type { FieldValidation } from '../reconciler/attempt.ts';

export interface ResourcePath {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural, such as `deployments`. */
  readonly resource: string;
  /** Empty for cluster-scoped resources, and for all namespaces in a list. */
  readonly namespace: string;
}

export interface ObjectPath extends ResourcePath {
  readonly name: string;
}

/** What the server said. Nothing of it may leave unmasked: bodies and warnings of a dry run hold live values. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** Undefined when the answer is no JSON object. */
  readonly body: JsonObject | undefined;
  /** The answer as text where it is no JSON object, at most 1,000 characters. */
  readonly text: string;
  /** Texts of the Warning headers, in order. */
  readonly warnings: readonly string[];
}

/** No answer: the message is the network's or the credential plugin's, unmasked. */
export interface Failure {
  readonly kind: 'failure';
  readonly why: 'unreachable' | 'timeout' | 'credential' | 'too-large';
  readonly message: string;
}

export type Outcome = Reply | Failure;

export interface Reading {
  /** Asks for metadata alone: the values of a Secret do not leave the server then. */
  readonly metadataOnly: boolean;
}

export interface Paging extends Reading {
  readonly limit: number;
  readonly continue: string | undefined;
  /** `key=value`; all objects without it. */
  readonly labelSelector?: string;
}

export interface Writing {
  readonly body: JsonObject;
  readonly manager: string;
  readonly validation: FieldValidation;
}

/** Documents that an API server has besides objects. */
export type ServerDocument =
  | { readonly kind: 'version' | 'core-discovery' | 'group-discovery' | 'openapi-index' }
  /** `url` as the index names it, with its hash. */
  | { readonly kind: 'openapi'; readonly url: string };

export interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Empty, as without it, for all namespaces. */
  readonly namespace?: string;
  /** Empty, as without it, for all objects. */
  readonly name?: string;
}

/** Somebody whom an API server knows, such as `system:serviceaccount:argocd:argocd-application-controller`. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

export interface Cluster {
  /** As the operator's file, or the kubeconfig's context, names it. */
  readonly name: string;
  get(path: ObjectPath, reading: Reading, signal: AbortSignal): Promise<Outcome>;
  list(path: ResourcePath, paging: Paging, signal: AbortSignal): Promise<Outcome>;
  document(document: ServerDocument, signal: AbortSignal): Promise<Outcome>;
  dryRunApply(
    path: ObjectPath,
    write: Writing & { readonly force: boolean },
    signal: AbortSignal,
  ): Promise<Outcome>;
  dryRunPatch(
    path: ObjectPath,
    write: Writing & { readonly type: string },
    signal: AbortSignal,
  ): Promise<Outcome>;
  dryRunPut(path: ObjectPath, write: Writing, signal: AbortSignal): Promise<Outcome>;
  dryRunCreate(path: ResourcePath, write: Writing, signal: AbortSignal): Promise<Outcome>;
  dryRunDelete(path: ObjectPath, propagation: string, signal: AbortSignal): Promise<Outcome>;
  /** Whether this credential holds a right in all namespaces. */
  reviewOwnRight(right: Right, signal: AbortSignal): Promise<Outcome>;
  /** Whether somebody else holds a right. */
  reviewRight(asked: { readonly user: User; readonly right: Right }, signal: AbortSignal): Promise<Outcome>;
  /** The harmless probe (guard.ts): an empty patch of a throw-away object, the only request of this kind without dry run. */
  probeGuard(signal: AbortSignal): Promise<Outcome>;
}
