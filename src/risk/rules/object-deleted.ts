/** Objects that are deleted, made again, or left behind -> how bad that is, by their kind. */
import type { Comparison } from '../../diff/change.ts';
import { cascades } from '../../object/cascading-finalizer.ts';
import { groupVersionOf } from '../../object/identity.ts';
import { at } from '../../object/json.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { words } from '../../object/masked.ts';
import type { Masked } from '../../object/masked.ts';
import type { FactRequest, Facts } from '../../live/fact.ts';
import type { Severity } from '../finding.ts';
import { clusterOf } from '../cluster-of.ts';
import { judged } from '../judged.ts';
import { named } from '../named.ts';
import { passedOverFor } from '../passed-over.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

/** Why the deletion of this kind takes more than the object itself; facts/kubernetes.md §6.4, facts/reconcilers.md §11.2. */
const precious: Readonly<Record<string, Masked>> = {
  '/Namespace': words`Everything in the namespace is deleted with it.`,
  'apiextensions.k8s.io/CustomResourceDefinition': words`Every object of its kind, in all namespaces, is deleted with it.`,
  '/PersistentVolumeClaim': words`Where its volume's reclaim policy is \`Delete\`, the data is destroyed.`,
  '/PersistentVolume': words`The way to the data goes with it, and with reclaim policy \`Delete\` the data.`,
  'apps/StatefulSet': words`Its Pods stop, and its volumes are left or deleted by its retention policy.`,
  '/Secret': words`Its values cannot be had back from Git unless they are declared elsewhere.`,
  'storage.k8s.io/StorageClass': words`Claims of this class lose their provisioner.`,
  'apiregistration.k8s.io/APIService': words`The API that it serves goes, and what depends on it (such as autoscaling) stops.`,
  'argoproj.io/ApplicationSet': words`The Applications that it generates are deleted with it.`,
};

/** Made again by the other unit, they come back empty. */
const emptied = new Set([
  '/Namespace',
  'apiextensions.k8s.io/CustomResourceDefinition',
  '/PersistentVolumeClaim',
  '/PersistentVolume',
]);

function keyOf(object: KubeObject): string {
  return `${groupVersionOf(object.apiVersion).group}/${object.kind}`;
}

/** Nested units take their whole inventory with them, or leave it behind. */
function nested(object: KubeObject): Masked | undefined {
  const key = keyOf(object);
  if (key === 'argoproj.io/Application') {
    const isCascading = cascades(at(object, 'metadata', 'finalizers'));
    return isCascading ? words`Its finalizer deletes everything that it deployed.` : undefined;
  }
  if (key === 'kustomize.toolkit.fluxcd.io/Kustomization' && at(object, 'spec', 'prune') === true) {
    return words`With \`prune: true\`, everything that it deployed is deleted with it.`;
  }
  return undefined;
}

function balancer(object: KubeObject): Masked | undefined {
  const isBalancer = keyOf(object) === '/Service' && at(object, 'spec', 'type') === 'LoadBalancer';
  return isBalancer ? words`Its address at the load balancer is given back.` : undefined;
}

function whyPrecious(object: KubeObject): Masked | undefined {
  const key = keyOf(object);
  return (Object.hasOwn(precious, key) ? precious[key] : undefined) ?? nested(object) ?? balancer(object);
}

interface Ending {
  readonly verb: Masked;
  readonly severity: (why: Masked | undefined) => Severity;
  readonly detail: (why: Masked | undefined) => Masked;
  readonly advice: Masked;
}

const warn = (): Severity => 'warn';
const blockIfPrecious = (why: Masked | undefined): Severity => (why ? 'block' : 'warn');

const endings: Readonly<Partial<Record<Comparison['change']['action'], Ending>>> = {
  deleted: {
    verb: words`is deleted`,
    severity: blockIfPrecious,
    detail: (why) => why ?? words`Head no longer declares it.`,
    advice: words`Make sure that nothing needs it any more; keep it declared if something does.`,
  },
  recreated: {
    verb: words`is deleted and made again`,
    severity: blockIfPrecious,
    detail: (why) =>
      words`A field that cannot be changed makes the reconciler replace it. ${why ?? words`It is gone in between.`}`,
    advice: words`Give the new object another name and move over, if the time in between matters.`,
  },
  orphaned: {
    verb: words`is no longer managed, and stays`,
    severity: warn,
    detail: () =>
      words`Nothing deletes it: it keeps running as it is, and no later change in Git reaches it.`,
    advice: words`Delete it by hand when nothing needs it, or keep it declared.`,
  },
  unpruned: {
    verb: words`leaves the declaration, and a later prune deletes it`,
    severity: warn,
    detail: (why) => joinSentences(words`The reconciler still tracks it.`, why),
    advice: words`Decide now: prune it, exempt it, or keep it declared.`,
  },
  'handed-over': {
    verb: words`moves to another unit`,
    severity: warn,
    detail: (why) =>
      joinSentences(
        words`If the old unit prunes after the new one has applied, it is deleted until the next sync.`,
        why,
      ),
    advice: words`Let the old unit give it up without pruning first.`,
  },
};

function judgeOne(comparison: Comparison, subject: Subject, facts: Facts): readonly Judgement[] {
  const { change, before, after } = comparison;
  const ending = endings[change.action];
  // What the review may not look at is weighed as head declares it.
  const object = before ?? after;
  if (ending === undefined || object === undefined) return [];
  const isHandedOver = change.action === 'handed-over';
  const isEmptied = isHandedOver && losesContent(comparison, object);
  const why = isHandedOver && !isEmptied ? undefined : whyPrecious(object);
  const count = instances(comparison, subject, facts) ?? leftBehind(comparison);
  return [
    judged(comparison, {
      severity: isEmptied ? 'block' : ending.severity(why),
      title: words`${named(change.object, subject.mask)} ${ending.verb}`,
      detail: joinSentences(ending.detail(why), isHandedOver ? change.message : count),
      advice: ending.advice,
    }),
  ];
}

/** Of a unit that is deleted without what it deployed. */
function leftBehind({ change, before }: Comparison): Masked | undefined {
  if (before === undefined || change.action !== 'deleted') return undefined;
  if (keyOf(before) !== 'argoproj.io/Application' || nested(before) !== undefined) return undefined;
  return words`It has no finalizer that deletes: what it deployed stays, and nothing manages it any more.`;
}

/** Which of two units is first is fixed by nobody. */
function losesContent({ left }: Comparison, object: KubeObject): boolean {
  return left === 'deleted' && emptied.has(keyOf(object));
}

function joinSentences(first: Masked, second: Masked | undefined): Masked {
  return second === undefined ? first : words`${first} ${second}`;
}

/** The objects of a kind whose definition goes; only where a cluster answers. */
function instancesOf({ change, before }: Comparison, subject: Subject): FactRequest | undefined {
  if (change.action !== 'deleted' && change.action !== 'recreated') return undefined;
  if (before === undefined || keyOf(before) !== 'apiextensions.k8s.io/CustomResourceDefinition')
    return undefined;
  const group = at(before, 'spec', 'group');
  const kind = at(before, 'spec', 'names', 'kind');
  const cluster = clusterOf(change.unit, subject);
  if (typeof group !== 'string' || typeof kind !== 'string' || cluster === undefined) return undefined;
  return { cluster, group, kind, namespace: '', name: undefined };
}

/** For information: it is not bound, since it changes by itself. */
function instances(comparison: Comparison, subject: Subject, facts: Facts): Masked | undefined {
  const request = instancesOf(comparison, subject);
  if (request === undefined) return undefined;
  const fact = facts(request);
  if (fact.kind === 'gap') return words`How many there are could not be seen: ${fact.gap.why}`;
  return words`There are ${fact.objects.length} now.`;
}

export const objectDeleted: Rule = {
  name: 'object-deleted',
  about: {
    title: 'An object is deleted, replaced or left behind',
    why: 'What is deleted takes other things with it: a Namespace its content, a CustomResourceDefinition every object of its kind, a claim its data. What is left behind runs on, and nobody declares it.',
    advice: 'Make sure that nothing needs it any more, or keep it declared.',
  },
  needs: (subject) =>
    subject.comparisons.flatMap((comparison) => {
      const request = instancesOf(comparison, subject);
      return request ? [request] : [];
    }),
  judge: (subject, facts) =>
    subject.comparisons
      // One cause is one finding: that of object-vanished, which blocks.
      .filter((comparison) => passedOverFor(comparison, subject) === undefined)
      .flatMap((comparison) => judgeOne(comparison, subject, facts)),
};
