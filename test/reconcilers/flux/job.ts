/** A name and an argument, which is immutable -> a Job. */
import type { JsonObject } from '../../../src/object/json.ts';
import type { KubeObject } from '../../../src/object/kube-object.ts';

export function job(name: string, argument: string, metadata: JsonObject = {}): KubeObject {
  const container = { name: 'main', image: 'registry.example.com/job:1', args: [argument] };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, ...metadata },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } },
  };
}
