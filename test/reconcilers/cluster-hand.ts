/** What persons and other controllers do to a cluster beside the reconciler, each under its own name. */
import type { JsonObject } from '../../src/object/json.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import { isKubeObject } from './read-object.ts';
import type { AdminClient } from '../bed/admin-client.ts';
import type { ControlPlane } from '../bed/control-plane.ts';
import { pathNow, pathsOf } from '../bed/resources.ts';
import { seed } from '../bed/seed.ts';

/** Objects are named by apiVersion, kind, namespace and name; the rest is what is written. */
export interface ClusterHand {
  readonly admin: AdminClient;
  /** `kubectl apply --server-side --force-conflicts` under that manager. */
  readonly apply: (object: KubeObject, manager?: string) => Promise<void>;
  /** A merge patch: `kubectl edit`, or a controller's own write; null removes a field. */
  readonly edit: (object: KubeObject, manager?: string) => Promise<void>;
  /** `kubectl scale`, an HPA: the scale subresource. */
  readonly scale: (object: KubeObject, replicas: number, manager?: string) => Promise<void>;
  readonly create: (object: KubeObject, manager?: string) => Promise<void>;
  readonly remove: (object: KubeObject) => Promise<void>;
  /** Undefined where it is not there, or not even its kind. */
  readonly read: (object: KubeObject) => Promise<KubeObject | undefined>;
}

export function clusterHand(bed: ControlPlane): ClusterHand {
  const { admin } = bed;
  const pathOf = pathsOf(admin);
  const servedPathOf = pathNow(admin);
  const merge = async (path: string, body: JsonObject, manager: string): Promise<void> =>
    demand(admin, {
      method: 'PATCH',
      path: `${path}?fieldManager=${encodeURIComponent(manager)}`,
      contentType: 'application/merge-patch+json',
      body,
    });
  return {
    admin,
    apply: async (object, manager = 'kubectl') => {
      await seed(bed, [object], manager);
    },
    edit: async (object, manager = 'kubectl-edit') => merge(await pathOf(object), object, manager),
    scale: async (object, replicas, manager = 'kubectl') =>
      merge(`${await pathOf(object)}/scale`, { spec: { replicas } }, manager),
    create: async (object, manager = 'kubectl-create') => {
      const path = await pathOf(object);
      const collection = path.slice(0, path.lastIndexOf('/'));
      await demand(admin, {
        method: 'POST',
        path: `${collection}?fieldManager=${encodeURIComponent(manager)}`,
        body: object,
      });
    },
    remove: async (object) => demand(admin, { method: 'DELETE', path: await pathOf(object) }),
    read: async (object) => {
      const path = await servedPathOf(object);
      if (path === undefined) return undefined;
      const reply = await admin.send({ method: 'GET', path });
      return reply.status === 200 && isKubeObject(reply.body) ? reply.body : undefined;
    },
  };
}

async function demand(admin: AdminClient, asked: Parameters<AdminClient['send']>[0]): Promise<void> {
  const reply = await admin.send(asked);
  if (reply.status >= 300) throw new Error(`${asked.method} ${asked.path}: ${JSON.stringify(reply.body)}`);
}
