/** The finalizers of an Argo CD Application -> whether its deletion deletes all that it deployed (pkg/apis/application/v1alpha1, isPropagationPolicyFinalizer). */
import type { Json } from './json.ts';

export const cascadingFinalizer = 'resources-finalizer.argocd.argoproj.io';

const cascading: readonly Json[] = [
  cascadingFinalizer,
  `${cascadingFinalizer}/foreground`,
  `${cascadingFinalizer}/background`,
];

/** `metadata.finalizers`, as it stands in the object. */
export function cascades(finalizers: Json | readonly string[] | undefined): boolean {
  return Array.isArray(finalizers) && finalizers.some((one: Json) => cascading.includes(one));
}
