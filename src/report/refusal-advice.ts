/** An API server's refusal -> what a person can do about it, by the words in which servers always say it. */
import { words } from '../object/masked.ts';
import type { Masked } from '../object/masked.ts';

const known: readonly (readonly [said: RegExp, advice: Masked])[] = [
  [
    /failed calling webhook "/,
    words`Ask whoever runs the webhook: it did not answer, and as long as it does not, every apply fails too.`,
  ],
  [
    /^namespaces "[^"]*" not found/,
    words`Correct the namespace, declare it, or have the reconciler make it: it must be there before this is applied.`,
  ],
  [
    /^no matches for kind "/,
    words`Correct the kind and its version, or install its definition before this is applied.`,
  ],
  [
    /field is immutable|is immutable|updates to .* are forbidden/,
    words`Leave the field as it is, and bring the change as a new object under another name.`,
  ],
  [
    /field not declared in schema|unknown field "/,
    words`Correct the name of the field and its indentation, or the version of the kind.`,
  ],
  [
    /exceeded quota: |failed quota: /,
    words`Ask for less, or ask whoever runs the cluster for a larger quota in this namespace.`,
  ],
  [
    /violates PodSecurity /,
    words`Set the security context that the message names, or ask whoever runs the cluster about the level of this namespace.`,
  ],
  [
    /ValidatingAdmissionPolicy '|admission webhook "/,
    words`Change the manifest as the policy asks, or talk to whoever owns the policy.`,
  ],
];

export function refusalAdvice(message: Masked | undefined): Masked {
  const found = known.find(([said]) => said.test(message ?? ''));
  return found?.[1] ?? words`Change the manifest so that the server takes it.`;
}
