/** What ends the making of one patch: here, or at the client of the reconciler as well; caught by three-way.ts alone. */
import type { MergeField, MergeSchema } from './patch-strategy.ts';

/** The client ends with an error too. */
export class NotMergeable extends Error {
  override readonly name = 'NotMergeable';
}

/** The client makes a patch, and which one cannot be told. */
export class NotPredicted extends Error {
  override readonly name = 'NotPredicted';
}

export function knownField(schema: MergeSchema, name: string, as: 'map' | 'list'): MergeField {
  const field = schema.field(name, as);
  if (field === undefined) throw new NotMergeable(`the API does not know the field ${name}`);
  return field;
}

export function isMerged({ strategies }: MergeField): boolean {
  return strategies.includes('merge');
}
