/** A difference -> why it is there and who wrote the live value; what a Rollout's controller writes by right is told as its own. */
import type { KubeObject } from '../object/kube-object.ts';
import type { Mask } from '../object/masked.ts';
import { causesOf, inOrder } from './causes.ts';
import type { Record } from './causes.ts';
import type { FieldChange } from './change.ts';
import { rolloutsController } from './known-writer.ts';
import type { RolloutFields } from './rollout-fields.ts';
import type { Difference } from './three-way.ts';
import { writerOf } from './writer.ts';

export interface Attributed {
  readonly mask: Mask;
  readonly record: Record;
  /** Of the object, where a Rollout names it. */
  readonly rolloutFields?: RolloutFields | undefined;
}

export function attributionOf(
  difference: Difference,
  after: KubeObject | undefined,
  { mask, record, rolloutFields }: Attributed,
): Pick<FieldChange, 'causes' | 'writer' | 'author'> {
  const causes = causesOf(difference, record);
  const { writer, author } = writerOf(difference, { live: record.live, prediction: after }, mask);
  if (difference.before === undefined || rolloutFields === undefined) return { causes, writer, author };
  if (!rolloutFields(difference.path)) {
    // It owns a list or map as a whole where it may change but one member of it.
    return author === rolloutsController ? { causes, writer } : { causes, writer, author };
  }
  if (!causes.includes('drift') || author?.kind === 'person') return { causes, writer, author };
  const own = causes.map((cause) => (cause === 'drift' ? ('controller' as const) : cause));
  return { causes: inOrder(new Set(own)), writer, author: rolloutsController };
}
