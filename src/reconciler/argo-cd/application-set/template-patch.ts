/** A filled `templatePatch` and the Application made of the template -> the Application as patched. */
import { at, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../object/json.ts';
import { readValues } from '../../../object/yaml.ts';
import { words } from '../../../object/masked.ts';
import { all, error, made, type Outcome, type Unknown } from './side.ts';

/** A strategic merge by Application's own types: lists are replaced, but for its finalizers. The project stays. */
export function patched(application: JsonObject, text: string): Outcome<JsonObject> {
  const [document] = readValues('templatePatch', text);
  if (document === undefined) return made(application);
  if (document.kind === 'problem')
    return error(`error while converting template to json: ${document.message}`);
  if (!isJsonObject(document.value)) return error('invalid templatePatch: it is no map');
  const merged = merge(application, document.value, []);
  if (merged.kind !== 'made') return merged;
  const spec = at(merged.value, 'spec');
  if (!isJsonObject(spec)) return merged;
  const project = at(application, 'spec', 'project') ?? '';
  return made({ ...merged.value, spec: { ...spec, project } });
}

function merge(original: JsonObject, patch: JsonObject, path: readonly string[]): Outcome<JsonObject> {
  const directive = patch['$patch'];
  if (directive === 'replace')
    return made(Object.fromEntries(Object.entries(patch).filter(([key]) => key !== '$patch')));
  if (directive === 'delete') return made({});
  if (Object.keys(patch).some((key) => key.startsWith('$'))) return unfollowed;
  const merged = new Map(Object.entries(original));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      merged.delete(key);
      continue;
    }
    const member = mergeMember(merged.get(key), value, [...path, key]);
    if (member.kind !== 'made') return member;
    merged.set(key, member.value);
  }
  return made(Object.fromEntries(merged));
}

function mergeMember(was: Json | undefined, value: Json, path: readonly string[]): Outcome<Json> {
  // What any JSON may stand in has no type there that says how to merge it.
  const isOpaque = path.at(-2) === 'valuesObject';
  if (isJsonObject(was) && isJsonObject(value)) return isOpaque ? untyped(path) : merge(was, value, path);
  if (isJsonArray(was) && isJsonArray(value)) {
    if (isOpaque) return untyped(path);
    if (path.join('.') !== 'metadata.finalizers') return made(value);
    return made(union(was, value));
  }
  return withoutNulls(value);
}

/** What is in the patch comes in its order; the others stand before the first that followed them, else at the end. */
function union(original: readonly Json[], patch: readonly Json[]): readonly Json[] {
  const merged = patch.filter((item, index) => patch.indexOf(item) === index);
  let from = 0;
  for (const [index, item] of original.entries()) {
    if (merged.includes(item)) continue;
    const after = merged.findIndex((one, here) => here >= from && original.indexOf(one) > index);
    const place = after < 0 ? merged.length : after;
    merged.splice(place, 0, item);
    from = place + 1;
  }
  return merged;
}

function untyped(path: readonly string[]): Outcome<never> {
  return error(`unable to find api field in struct RawExtension for the json field "${path.at(-1) ?? ''}"`);
}

/** Directives that nobody writes by hand are not followed. */
const unfollowed: Unknown = {
  kind: 'unknown',
  gap: 'source-unreadable',
  why: words`what a directive in its templatePatch does that is not \`$patch\``,
};

function withoutNulls(value: Json): Outcome<Json> {
  if (isJsonArray(value)) return made(value);
  if (!isJsonObject(value)) return made(value);
  if (value['$patch'] === 'delete') return made({});
  const members = all(
    Object.entries(value)
      .filter(([key, member]) => member !== null && key !== '$patch')
      .map(([key, member]): Outcome<readonly [string, Json]> => {
        const inside = withoutNulls(member);
        return inside.kind === 'made' ? made([key, inside.value] as const) : inside;
      }),
  );
  return members.kind === 'made' ? made(Object.fromEntries(members.value)) : members;
}
