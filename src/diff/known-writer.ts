/** A field's owner -> who that is, where the name that it writes under is known (facts/reconcilers.md §8d, §9d, §10). */
import type { FieldPath } from '../object/field-path.ts';
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';
import type { Author } from './change.ts';
import type { Owner } from './managed-fields.ts';

interface Row {
  /** Of the field manager, which is the first part of a program's user agent where nothing else names it. */
  readonly manager: RegExp;
  readonly subresource?: string;
  readonly author: Author;
}

function controller(name: Masked, taken: Masked): Author {
  return { kind: 'controller', name, taken };
}

const scaled = words`The number of Pods jumps at the apply, and again when it scales back.`;
const traffic = words`It may move traffic between two versions in the middle of a rollout.`;
const trust = words`Until it writes again, what relies on the certificate fails.`;
const again = words`It writes again after each apply, and the two never agree.`;

const autoscaler = controller(words`HorizontalPodAutoscaler`, scaled);
export const rolloutsController = controller(words`Argo Rollouts`, traffic);

function person(name: Masked): Author {
  return { kind: 'person', name, taken: undefined };
}

/** The first that fits counts. */
const table: readonly Row[] = [
  { manager: /^kube-controller-manager$/, subresource: 'scale', author: autoscaler },
  { manager: /^keda(?:-operator)?$/, author: controller(words`KEDA`, scaled) },
  {
    manager: /^(?:vpa-)?(?:updater|recommender)$|^vpa-admission-controller$/,
    author: controller(words`VerticalPodAutoscaler`, again),
  },
  { manager: /^rollouts-controller$/, author: rolloutsController },
  { manager: /^flagger$/, author: controller(words`Flagger`, traffic) },
  { manager: /^cert-manager-/, author: controller(words`cert-manager`, trust) },
  {
    manager: /^externalsecrets\.external-secrets\.io\/|^external-secrets$/,
    author: controller(words`External Secrets`, again),
  },
  { manager: /^pilot-discovery$/, author: controller(words`istiod`, trust) },
  { manager: /^istio\.io\//, author: controller(words`Istio`, again) },
  { manager: /^linkerd-/, author: controller(words`Linkerd`, again) },
  {
    manager: /^cloud-controller-manager$|-cloud-controller-manager$/,
    author: controller(words`cloud controller`, again),
  },
  {
    manager: /^(?:aws-load-balancer-controller|glbc|gce-ingress-controller|neg-controller)$/,
    author: controller(words`load balancer controller`, again),
  },
  {
    manager: /^(?:openshift-|cluster-policy-controller$|service-ca-)/,
    author: controller(words`OpenShift`, again),
  },
  {
    manager: /^(?:argocd-image-updater|image-automation-controller|keel)$/,
    author: controller(
      words`image updater`,
      words`The image goes back to the one in Git until it writes again.`,
    ),
  },
  {
    manager: /^clusterrole-aggregation-controller$/,
    author: controller(words`ClusterRole aggregation`, words`The role loses rights until it writes again.`),
  },
  { manager: /^(?:kyverno|gatekeeper)(?:-|$)/, author: controller(words`policy engine`, again) },
  { manager: /^kube-(?:controller-manager|scheduler)$/, author: controller(words`Kubernetes`, again) },
  { manager: /^kubectl$/, subresource: 'scale', author: person(words`a person or script, by kubectl scale`) },
  {
    manager: /^kubectl-(?:edit|patch|set|label|annotate|replace|rollout|autoscale|expose|run|create)$/,
    author: person(words`a person or script, by kubectl`),
  },
  {
    manager: /^(?:Mozilla|node-fetch|okhttp|Lens|OpenLens|k9s|headlamp|dashboard)/,
    author: person(words`a person, by a user interface`),
  },
  { manager: /^argocd-server$/, author: person(words`a person, by Argo CD’s server`) },
];

/** Whatever name the controller writes under. */
const hash = 'rollouts-pod-template-hash';

export function authorOf({ manager, subresource }: Owner, path: FieldPath): Author | undefined {
  const row = table.find(
    (each) =>
      each.manager.test(manager) && (each.subresource === undefined || each.subresource === subresource),
  );
  if (row?.author.kind !== 'person' && path.at(-1) === hash) return rolloutsController;
  return row?.author;
}
