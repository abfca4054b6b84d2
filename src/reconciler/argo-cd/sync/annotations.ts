/** An object's annotations and labels -> the words that Argo CD reads from them. */
import { at } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { ArgoInstallation } from '../application.ts';
import { atLeast } from '../units/version.ts';

export const syncOptions = 'argocd.argoproj.io/sync-options';

export function annotationOf(object: JsonObject, key: string): string | undefined {
  const value = at(object, 'metadata', 'annotations', key);
  return typeof value === 'string' ? value : undefined;
}

export function labelOf(object: KubeObject, key: string): string | undefined {
  const value = at(object, 'metadata', 'labels', key);
  return typeof value === 'string' ? value : undefined;
}

/** Of a list with commas. */
export function wordsIn(object: JsonObject, key: string): readonly string[] {
  const text = annotationOf(object, key) ?? '';
  return [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

export function hasSyncOption(object: JsonObject | undefined, option: string): boolean {
  return object !== undefined && wordsIn(object, syncOptions).includes(option);
}

/** The first of several counts: `confirm` of `Prune=confirm`. */
export function valueOf(options: readonly string[], key: string): string | undefined {
  const option = options.find((each) => each.startsWith(`${key}=`));
  return option?.slice(key.length + 1);
}

/** Before v3.4 an Application cannot speak for its objects of prunes and deletions. */
export function deletionOptions(
  installation: ArgoInstallation,
  options: readonly string[],
): readonly string[] {
  return atLeast(installation, 3, 4) ? options : [];
}

/** The object's own, else that of `options`, as `deletionOptions` leaves them. */
export function syncOptionOf(
  object: KubeObject,
  key: 'Prune' | 'Delete',
  options: readonly string[],
): string | undefined {
  return valueOf(wordsIn(object, syncOptions), key) ?? valueOf(options, key);
}
