/** A request -> the cache key of its render: everything that could make the render another one. */
import { createHash } from 'node:crypto';

import { canonicalJson } from '../object/canonical.ts';
import type { Json } from '../object/json.ts';
import { needsOf } from '../source/closure-paths.ts';
import { readLinks } from '../source/read-links.ts';
import type { Run } from './program.ts';
import type { RenderRecord } from './render.ts';
import type { RenderRequest } from './request.ts';

/** To be raised whenever one version of Proofline renders the same source to something else than before. */
const revision = 2;

export async function keyOf(
  { unit, closure, tree }: RenderRequest,
  { renderer, version, parameters }: RenderRecord,
  by: { readonly proofline: string; readonly confinement: Run['confinement'] },
): Promise<string> {
  const links = await readLinks(tree);
  const { entries } = needsOf({ entries: tree.entries, targetOf: (path) => links.get(path) }, closure.paths);
  const content: Json = [...entries].sort().map((path) => {
    const entry = tree.entries.get(path);
    return [path, entry?.kind ?? '', entry?.oid ?? ''];
  });
  const key = canonicalJson({ revision, ...by, unit, renderer, version, parameters, content });
  return createHash('sha256').update(key).digest('hex');
}
