/** Ends the making of one patch, where the client of the reconciler ends with an error too; caught by three-way.ts alone. */
import type { MergeField, MergeSchema } from './patch-strategy.ts';

export class NotMergeable extends Error {
  override readonly name = 'NotMergeable';
}

export function knownField(schema: MergeSchema, name: string, as: 'map' | 'list'): MergeField {
  const field = schema.field(name, as);
  if (field === undefined) throw new NotMergeable(`the API does not know the field ${name}`);
  return field;
}

export function isMerged({ strategies }: MergeField): boolean {
  return strategies.includes('merge');
}
