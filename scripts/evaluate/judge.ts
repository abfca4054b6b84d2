/** A labelled change and what the review said of it -> the misses, one line each. */
import { z } from 'zod';
import type { LabelledCase, LabelledRoot } from './case.ts';

const review = z.object({
  units: z.array(
    z.object({ id: z.string(), path: z.string(), render: z.object({ error: z.string().nullish() }) }),
  ),
  changes: z.array(z.object({ unit: z.string(), action: z.string() })),
});

export type EvaluatedReview = z.infer<typeof review>;

export const parseReview = (json: string): EvaluatedReview => review.parse(JSON.parse(json));

/** What leaves a render counts as removed, whatever becomes of it in a cluster. */
const counted: readonly (readonly [count: 'added' | 'removed' | 'changed', actions: readonly string[]])[] = [
  ['added', ['created']],
  ['removed', ['deleted', 'orphaned', 'unpruned']],
  ['changed', ['configured']],
];

export function missesOf(labelled: LabelledCase, said: EvaluatedReview): readonly string[] {
  const misses = labelled.perRoot.flatMap((root) => rootMisses(root, said));
  for (const [count, actions] of counted) {
    const expected = labelled.expect[count];
    const got = said.changes.filter(({ action }) => actions.includes(action)).length;
    if (got !== expected) misses.push(`${count} in all: ${got}, expected ${expected}`);
  }
  // Applications may point at what the folder, cut to its roots, does not hold.
  const roots = new Set(labelled.perRoot.map(({ root }) => root));
  const errors = said.units.flatMap(({ path, render }) => (roots.has(path) ? (render.error ?? []) : []));
  const { renderError } = labelled.expect;
  if (renderError === null && errors.length > 0) misses.push(`an unexpected render error: ${errors[0]}`);
  if (renderError !== null && !errors.some((error) => error.includes(renderError))) {
    misses.push(`no render error with “${renderError}”: ${JSON.stringify(errors)}`);
  }
  return misses;
}

function rootMisses(root: LabelledRoot, said: EvaluatedReview): string[] {
  const unit = said.units.find((each) => each.path === root.root);
  const changes = said.changes.filter((change) => change.unit === unit?.id);
  const misses: string[] = [];
  for (const [count, actions] of counted) {
    const expected = root[count];
    const got = changes.filter(({ action }) => actions.includes(action)).length;
    if (got !== expected) misses.push(`${root.root}: ${count} ${got}, expected ${expected}`);
  }
  const fails = root.head.state === 'error';
  const failed = Boolean(unit?.render.error);
  if (fails !== failed) misses.push(`${root.root}: render ${failed ? 'failed' : 'did not fail'}`);
  return misses;
}
