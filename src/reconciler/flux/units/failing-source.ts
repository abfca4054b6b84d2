/** A unit of head -> the live sources of its content that Flux could not fetch lately: until it can, no merge is seen. */
import { listAt, textAt } from '../../../object/fields.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { words } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import type { Collected } from './collect.ts';
import { findIn } from './found.ts';
import { kindOf, remark } from './remark.ts';
import type { Change } from './remarks.ts';

export function failingSources(collected: Collected, { made, after, mask }: Change): readonly Remark[] {
  return made.sourced.objects.flatMap((name) => {
    const failure = failureOf(findIn(collected, made.candidate.control, name)?.live);
    if (failure === undefined) return [];
    const object = `${name.kind}/${name.namespace}/${name.name}`;
    return [
      remark(made.unit, {
        about: 'source-failing',
        severity: 'warn',
        title: words`Flux could not fetch the source of the ${kindOf(after)} lately`,
        detail: words`${mask.text(object)} says: ${mask.text(failure)}. Until it can, Flux goes on with what it fetched last, and nothing of this merge is applied.`,
        advice: words`Mend the source, or expect this change once it can be fetched again.`,
        restsOn: { object },
      }),
    ];
  });
}

/** Undefined where it was fetched, or nobody has said yet. */
function failureOf(live: KubeObject | undefined): string | undefined {
  const ready = listAt(live, 'status', 'conditions').find((each) => textAt(each, 'type') === 'Ready');
  return textAt(ready, 'status') === 'False' ? textAt(ready, 'message').replace(/\.$/u, '') : undefined;
}
