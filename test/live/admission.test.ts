import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { wallClock } from '../../src/kube/wall-clock.ts';
import type { Answer } from '../../src/live/answer.ts';
import type { KubeObject } from '../../src/object/kube-object.ts';
import type { Session } from '../../src/live/session.ts';
import { proveNothingWritten } from '../bed/audit-proof.ts';
import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { freePorts } from '../bed/free-ports.ts';
import { addIdentity, sessionOf, type Identity } from '../bed/identity.ts';
import { seed } from '../bed/seed.ts';
import { apply, askOne, configMap, namespace } from './asking.ts';

let bed: ControlPlane;
let identity: Identity;
let session: Session;
const signal = AbortSignal.timeout(60_000);

before(async () => {
  bed = await startControlPlane();
  identity = await addIdentity(bed);
  const [port = 0] = await freePorts(1);
  await seed(bed, [namespace('policed'), namespace('hooked'), policy, binding, hook(port), service]);
  session = await sessionOf(identity.cluster);
});

after(async () => {
  await proveNothingWritten(bed);
  await identity.cluster.close();
  await bed.stop();
});

const registration = 'admissionregistration.k8s.io/v1';
const configMaps = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['configmaps'],
};
const inNamespace = (name: string) => ({ matchLabels: { 'kubernetes.io/metadata.name': name } });

const policy: KubeObject = {
  apiVersion: registration,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'needs-owner' },
  spec: {
    matchConstraints: { resourceRules: [configMaps], namespaceSelector: inNamespace('policed') },
    validations: [
      {
        expression: "has(object.metadata.labels) && 'owner' in object.metadata.labels",
        message: 'say who owns it',
      },
    ],
  },
};

const binding: KubeObject = {
  apiVersion: registration,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: 'needs-owner' },
  spec: { policyName: 'needs-owner', validationActions: ['Deny'] },
};

/** A webhook whose server is not there and whose policy is to fail. */
function hook(port: number): KubeObject {
  return {
    apiVersion: registration,
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'gone' },
    webhooks: [
      {
        name: 'gone.example.test',
        clientConfig: { url: `https://127.0.0.1:${port}/` },
        rules: [configMaps],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        namespaceSelector: inNamespace('hooked'),
      },
    ],
  };
}

/** A group of another API server that does not answer. */
const service: KubeObject = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: 'v1.aggregated.example.test' },
  spec: {
    group: 'aggregated.example.test',
    version: 'v1',
    groupPriorityMinimum: 100,
    versionPriority: 100,
    insecureSkipTLSVerify: true,
    service: { name: 'gone', namespace: 'default' },
  },
};

test('A policy of the cluster refuses a new object, which a comparison without the server would let pass', async () => {
  const answer = await untilRefused(configMap('owned-by-nobody', {}, 'policed'));
  assert.ok(answer.prediction.kind === 'refused');
  assert.match(
    answer.prediction.message,
    /^configmaps "owned-by-nobody" is forbidden: ValidatingAdmissionPolicy 'needs-owner' with binding 'needs-owner' denied request: say who owns it$/,
  );
});

test('A webhook that cannot be called and fails closed refuses its objects, and no others', async () => {
  const answer = await untilRefused(configMap('hooked', {}, 'hooked'));
  assert.ok(answer.prediction.kind === 'refused');
  assert.match(
    answer.prediction.message,
    /^Internal error occurred: failed calling webhook "gone\.example\.test"/,
  );
  assert.equal((await askOne(session, apply(configMap('elsewhere', {})))).prediction.kind, 'object');
});

test('A kind of a group whose server does not answer is not seen, rather than refused', async () => {
  const object = {
    apiVersion: 'aggregated.example.test/v1',
    kind: 'Thing',
    metadata: { name: 't', namespace: 'default' },
  };
  const answer = await askOne(session, apply(object));
  assert.ok(answer.prediction.kind === 'gap');
  assert.equal(answer.prediction.gap.kind, 'kind-unknown');
  assert.match(
    answer.prediction.gap.why,
    /^cluster bed: the server could not list the kinds of group aggregated\.example\.test$/,
  );
});

/** The server takes policies and webhooks into account a moment after they were written. */
async function untilRefused(object: KubeObject): Promise<Answer> {
  for (;;) {
    const answer = await askOne(session, apply(object));
    if (answer.prediction.kind === 'refused' || signal.aborted) return answer;
    await wallClock.sleep(50, signal);
  }
}
