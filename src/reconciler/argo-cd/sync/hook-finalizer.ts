/** A hook -> the same held by Argo CD's finalizer while it runs, and the request for it as it lands, when that is gone again (gitops-engine/pkg/sync/sync_context.go). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { orderPrefix } from '../../../object/merge/directive.ts';
import type { UnstagedAttempt } from '../../attempt.ts';

const finalizer = 'argocd.argoproj.io/hook-finalizer';

/** A hook may not vanish before its sync has seen how it ended. */
export function held(hook: KubeObject): KubeObject {
  const finalizers = hook.metadata['finalizers'];
  const own = isJsonArray(finalizers) ? finalizers.filter((each) => typeof each === 'string') : [];
  if (own.includes(finalizer)) return hook;
  return { ...hook, metadata: { ...hook.metadata, finalizers: [...own, finalizer] } };
}

/** The record of what was applied goes on naming the finalizer. */
export function asItLands(request: UnstagedAttempt): UnstagedAttempt {
  const object = letGo(request.object);
  if (request.kind !== 'patch') return { ...request, object };
  const metadata = request.body['metadata'];
  const body = isJsonObject(metadata) ? { ...request.body, metadata: released(metadata) } : request.body;
  const { recreatesAs } = request;
  return {
    ...request,
    object,
    body,
    ...(recreatesAs === undefined ? {} : { recreatesAs: letGo(recreatesAs) }),
  };
}

function letGo(hook: KubeObject): KubeObject {
  return { ...hook, metadata: { ...released(hook.metadata), name: hook.metadata.name } };
}

const lists = ['finalizers', `${orderPrefix}finalizers`];

function released(metadata: JsonObject): JsonObject {
  const members = Object.entries(metadata).flatMap(([key, value]): readonly (readonly [string, Json])[] => {
    if (!lists.includes(key) || !isJsonArray(value)) return [[key, value]];
    const kept = value.filter((each) => each !== finalizer);
    return kept.length === 0 ? [] : [[key, kept]];
  });
  return Object.fromEntries(members);
}
