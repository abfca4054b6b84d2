/** RBAC rules -> single permissions, and whether other rules hold one already. */
import type { Json } from '../object/json.ts';
import { at, isJsonArray } from '../object/json.ts';

export type Permission =
  | {
      readonly kind: 'resource';
      readonly group: string;
      /** With its subresource, such as `pods/exec`. */
      readonly resource: string;
      readonly verb: string;
      /** Undefined is every object of the resource. */
      readonly name: string | undefined;
    }
  | { readonly kind: 'url'; readonly url: string; readonly verb: string };

/** More than any person writes; beyond it a role is not taken apart. */
const mostPermissions = 50_000;

function texts(rule: Json, key: string): readonly string[] {
  const list = at(rule, key);
  return isJsonArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function product(rule: Json): number {
  const sizes = ['verbs', 'apiGroups', 'resources', 'resourceNames'].map((key) =>
    Math.max(1, texts(rule, key).length),
  );
  return sizes.reduce((all, size) => all * size, 1);
}

function resourcePermissions(rule: Json): readonly Permission[] {
  const names = texts(rule, 'resourceNames');
  return texts(rule, 'apiGroups').flatMap((group) =>
    texts(rule, 'resources').flatMap((resource) =>
      texts(rule, 'verbs').flatMap((verb) =>
        (names.length > 0 ? names : [undefined]).map((name) => ({
          kind: 'resource' as const,
          group,
          resource,
          verb,
          name,
        })),
      ),
    ),
  );
}

/** Undefined for a role that is too large to take apart. */
export function permissionsOf(rules: readonly Json[]): readonly Permission[] | undefined {
  if (rules.reduce<number>((sum, rule) => sum + product(rule), 0) > mostPermissions) return undefined;
  const urls = rules.flatMap((rule) =>
    texts(rule, 'nonResourceURLs').flatMap((url) =>
      texts(rule, 'verbs').map((verb) => ({ kind: 'url' as const, url, verb })),
    ),
  );
  return [...rules.flatMap(resourcePermissions), ...urls];
}

function matches(values: readonly string[], wanted: string): boolean {
  return values.includes('*') || values.includes(wanted);
}

/** A wildcard over a subresource, such as every `scale`, is the only other one that the authorizer knows. */
function matchesResource(values: readonly string[], wanted: string): boolean {
  const slash = wanted.indexOf('/');
  return matches(values, wanted) || (slash > 0 && values.includes(`*${wanted.slice(slash)}`));
}

function matchesUrl(values: readonly string[], wanted: string): boolean {
  return values.some((url) => url === wanted || (url.endsWith('*') && wanted.startsWith(url.slice(0, -1))));
}

/** Whether one rule holds a permission. */
export function allows(rule: Json, permission: Permission): boolean {
  if (!matches(texts(rule, 'verbs'), permission.verb)) return false;
  if (permission.kind === 'url') return matchesUrl(texts(rule, 'nonResourceURLs'), permission.url);
  const names = texts(rule, 'resourceNames');
  return (
    matches(texts(rule, 'apiGroups'), permission.group) &&
    matchesResource(texts(rule, 'resources'), permission.resource) &&
    (names.length === 0 || (permission.name !== undefined && names.includes(permission.name)))
  );
}

/** What `after` allows and `before` does not, each once; undefined where `after` is too large to take apart. */
export function gained(before: readonly Json[], after: readonly Json[]): readonly Permission[] | undefined {
  const all = permissionsOf(after);
  if (all === undefined) return undefined;
  const found = new Map<string, Permission>();
  for (const permission of all) {
    if (!before.some((rule) => allows(rule, permission))) found.set(JSON.stringify(permission), permission);
  }
  return [...found.values()];
}
