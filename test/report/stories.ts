/** Reviews as they come, by the name of their folder in fixtures/report/. */
import type { Review } from '../../src/report/review.ts';
import { change, finding, identity, masked, review, unit } from './parts.ts';

const notProved = [masked('that the new Pods become ready'), masked('that users are served by them')];

const imageDiff = `@@ -18,7 +18,7 @@
       containers:
       - name: web
-        image: ghcr.io/acme/shop:1.8.2
+        image: ghcr.io/acme/shop:latest
         ports:
         - containerPort: 8080
@@ -31,3 +31,3 @@
         resources:
           requests:
-            memory: 128Mi
+            memory: 256Mi`;

const web = identity('Deployment', 'web');
const deleted = identity('ConfigMap', 'web-config');
const role = identity('Role', 'deployer');

const dangerous = review({
  conclusion: 'action_required',
  units: [
    unit('apps/shop'),
    unit('platform/rbac', { target: { cluster: masked('prod'), namespace: undefined } }),
    unit('apps/mail', { target: { cluster: undefined, namespace: masked('mail') } }),
    unit('apps/cart'),
  ],
  changes: [
    change(identity('Deployment', 'worker'), {
      action: 'created',
      order: 1,
      text: masked(
        '+apiVersion: apps/v1\n+kind: Deployment\n+metadata:\n+  name: worker\n+  namespace: shop',
      ),
      assumes: [masked('namespace `shop` keeps its quota')],
    }),
    change(web, {
      order: 2,
      restart: { pods: 3 },
      text: masked(imageDiff),
      warnings: [masked('spec.template.spec.containers[0].image: tag "latest" is discouraged')],
      fields: [
        {
          path: masked('.spec.replicas'),
          before: masked('5'),
          after: masked('3'),
          causes: ['drift'],
          writer: masked('kubectl-edit'),
        },
      ],
    }),
    change(identity('ConfigMap', 'features'), {
      order: 0,
      staleUsers: [masked('Deployment/cart')],
      text: masked('-  checkout: "off"\n+  checkout: "on"'),
    }),
    change(deleted, {
      action: 'deleted',
      order: 3,
      text: masked(
        '-apiVersion: v1\n-kind: ConfigMap\n-metadata:\n-  name: web-config\n-data:\n-  level: info',
      ),
    }),
    change(role, {
      unit: 'platform/rbac',
      text: masked('   resources:\n   - pods\n+  - secrets\n   verbs:\n-  - get\n+  - "*"'),
    }),
    change(identity('Service', 'mail', 'mail'), {
      unit: 'apps/mail',
      causes: ['drift'],
      text: masked('-    port: 25\n+    port: 2525'),
    }),
    change(identity('Service', 'cart'), { unit: 'apps/cart', action: 'unchanged', causes: [] }),
  ],
  findings: [
    finding(deleted),
    finding(role, {
      rule: 'rbac-widened',
      unit: 'platform/rbac',
      places: [{ file: masked('platform/rbac/role.yaml'), line: 12 }],
      title: masked('Role `shop/deployer` can now read and change every Secret in its namespace'),
      detail: masked('It gains `*` on `secrets`. 4 ServiceAccounts hold this Role.'),
      advice: masked('Name the verbs and the Secrets that are needed.'),
    }),
    finding(web, {
      rule: 'image-changed',
      severity: 'warn',
      places: [{ file: masked('apps/shop/web.yaml'), line: 21 }],
      title: masked('Deployment `shop/web` moves to a tag that can move'),
      detail: masked('`ghcr.io/acme/shop:latest` may be another image at the next restart.'),
      advice: masked('Pin a version, better a digest.'),
    }),
  ],
  gaps: [
    {
      kind: 'no-cluster',
      unit: 'apps/mail',
      object: undefined,
      why: masked('No cluster is named for this unit'),
    },
  ],
  notProved,
});

const refused = review({
  conclusion: 'failure',
  units: [
    unit('apps/shop'),
    unit('apps/broken', {
      render: {
        ...unit('x').render,
        digest: undefined,
        error: masked(
          'Error: accumulating resources: open deploy.yml: no such file\nUsage: kustomize build DIR',
        ),
      },
    }),
  ],
  changes: [
    ...['a', 'b', 'c'].map((name, order) =>
      change(identity('Deployment', `web-${name}`), {
        action: 'refused',
        by: 'server',
        order,
        message: masked('admission webhook "pods.example.com" denied the request: runAsRoot is not allowed'),
      }),
    ),
    change(identity('Service', 'web'), {
      action: 'conflict',
      order: 4,
      message: masked('Apply failed with 1 conflict: conflict with "helm" using v1: .spec.ports[0].port'),
    }),
    change(identity('Service', 'api'), { action: 'not-reached', order: 5 }),
  ],
  notProved,
});

const quiet = review({
  units: [unit('apps/shop')],
  changes: [
    change(web, { action: 'unchanged', causes: [] }),
    change(deleted, { action: 'unchanged', causes: [] }),
  ],
  notProved,
});

const partial = review({
  units: [unit('apps/shop')],
  changes: [change(web, { restart: { pods: 3 }, text: masked(imageDiff) })],
  pending: 4,
  notProved,
});

const unreachable = review({
  conclusion: 'action_required',
  units: [unit('apps/shop'), unit('apps/cart')],
  changes: [
    change(web, { action: 'gap', causes: [] }),
    change(identity('Service', 'cart'), { unit: 'apps/cart', action: 'gap', causes: [] }),
  ],
  findings: ['apps/shop', 'apps/cart'].map((id) =>
    finding(web, {
      rule: 'not-seen',
      unit: id,
      objects: [],
      places: [],
      id: `f-not-seen-${id}`,
      title: masked('The cluster `prod` could not be reached'),
      detail: masked('connect ECONNREFUSED: what runs there is not known.'),
      advice: masked('Make its API server reachable, then run this check again.'),
    }),
  ),
  gaps: ['apps/shop', 'apps/cart'].map((id) => ({
    kind: 'cluster-unreachable' as const,
    unit: id,
    object: undefined,
    why: masked('connect ECONNREFUSED'),
  })),
  notProved,
});

const conflicting = review({
  conclusion: 'failure',
  selection: undefined,
  merge: { tree: undefined, conflicts: [masked('apps/shop/web.yaml')] },
});

const brokenRender = masked(
  'Error: accumulating resources: open deploy.yml: no such file\nUsage: kustomize build DIR',
);

const notRendered = review({
  conclusion: 'failure',
  selection: { units: 14, changedFiles: 3, unclaimed: [masked('README.md')] },
  units: [
    unit('apps/broken', {
      render: { ...unit('apps/broken').render, digest: undefined, error: brokenRender },
    }),
    unit('apps/shop'),
  ],
  changes: [change(web, { restart: { pods: undefined }, text: masked(imageDiff) })],
  findings: [
    finding(web, {
      rule: 'render-failed',
      unit: 'apps/broken',
      objects: [],
      places: [{ file: masked('apps/broken/kustomization.yaml'), line: 1 }],
      id: 'f-render-failed',
      title: masked('This unit does not render, so nothing of it was compared'),
      detail: brokenRender,
      advice: masked('Correct its source: the reconciler would stop at the same place.'),
    }),
  ],
  notProved,
});

export const stories: Readonly<Record<string, Review>> = {
  'a-dangerous-pull-request': dangerous,
  'refused-and-broken': refused,
  'does-not-render': notRendered,
  'nothing-changes': quiet,
  'still-reviewing': partial,
  'cluster-unreachable': unreachable,
  'does-not-merge': conflicting,
  'no-unit-affected': review(),
};
