/** An empty cluster -> one with a Node that only kwok looks after. */
import { at, isJsonArray } from '../../src/object/json.ts';
import type { AdminClient } from './admin-client.ts';
import { BedError } from './bed-error.ts';

const nodeName = 'bed-node';

export async function addNode(admin: AdminClient): Promise<void> {
  const size = { cpu: '64', memory: '256Gi', pods: '1000' };
  const reply = await admin.send({
    method: 'POST',
    path: '/api/v1/nodes',
    body: {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: {
        name: nodeName,
        annotations: { 'kwok.x-k8s.io/node': 'fake' },
        labels: { 'kubernetes.io/os': 'linux' },
      },
      status: { allocatable: size, capacity: size },
    },
  });
  if (reply.status !== 201) throw new BedError(`the Node was not made: ${JSON.stringify(reply.body)}`);
}

export async function nodeIsReady(admin: AdminClient): Promise<boolean> {
  const { body } = await admin.send({ method: 'GET', path: `/api/v1/nodes/${nodeName}` });
  const conditions = at(body, 'status', 'conditions');
  return (
    isJsonArray(conditions) &&
    conditions.some((condition) => at(condition, 'type') === 'Ready' && at(condition, 'status') === 'True')
  );
}
