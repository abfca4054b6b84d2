/** An answer -> the same in the REST API version that was asked for. */
import type { Json } from './json.ts';

export const VERSIONS: readonly string[] = ['2022-11-28', '2026-03-10'];

/** Removed by 2026-03-10 (facts of the published description's `x-github-breaking-changes`). */
const REMOVED: ReadonlySet<string> = new Set(['merge_commit_sha', 'assignee', 'rate']);

function without(value: Json | undefined): Json {
  if (value === undefined || value === null || typeof value !== 'object') return value ?? null;
  if (Array.isArray(value)) return (value as readonly Json[]).map(without);
  const kept = Object.entries(value).filter(([name]) => !REMOVED.has(name));
  return Object.fromEntries(kept.map(([name, child]) => [name, without(child)]));
}

export function inVersion(version: string | undefined, body: Json): Json {
  return version === '2026-03-10' ? without(body) : body;
}
