/** A request -> the cache key of its render: everything that could make the render another one. */
import { createHash } from 'node:crypto';

import { canonicalJson } from '../object/canonical.ts';
import type { Json } from '../object/json.ts';
import { needsOf } from '../source/closure-paths.ts';
import { linkedTree } from '../source/read-links.ts';
import type { Ground } from './ground.ts';
import type { Run } from './program.ts';
import type { RenderRecord } from './render.ts';
import type { RenderRequest } from './request.ts';

/** To be raised whenever one version of Proofline renders the same source to something else than before. */
const revision = 3;

export interface Keyed {
  readonly request: RenderRequest;
  readonly ground: Ground;
  readonly record: RenderRecord;
  readonly proofline: string;
  readonly confinement: Run['confinement'];
}

/** Throws SourceError. */
export async function keyOf({ request, ground, record, proofline, confinement }: Keyed): Promise<string> {
  const { tree, closure, artifacts } = ground;
  const { entries } = needsOf(await linkedTree(tree), closure.paths);
  const content: Json = [...entries].sort().map((path) => {
    const entry = tree.entries.get(path);
    return [path, entry?.kind ?? '', entry?.oid ?? ''];
  });
  const { unit, plan, capabilities } = request;
  const { renderer, version, parameters } = record;
  // What is recorded of it leaves out what may be secret, and what cannot be known without the tree.
  const told = JSON.stringify([plan, capabilities ?? null, artifacts]);
  const by = { proofline, confinement };
  const key = canonicalJson({ revision, ...by, unit, renderer, version, told, parameters, content });
  return createHash('sha256').update(key).digest('hex');
}
