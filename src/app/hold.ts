/** A pull request and the operator's grant -> why nothing of it is looked at yet; undefined where nothing stands against it. */
import type { Grant } from '../config/grant.ts';
import { trustsBranch } from '../config/grant.ts';
import type { OpenPullRequest } from '../github/read-pull-request.ts';
import type { Mask, Masked } from '../object/masked.ts';
import { words } from '../object/masked.ts';

export function holdOf(
  { headRepository, baseRef, defaultBranch }: OpenPullRequest,
  grant: Grant,
  mask: Mask,
): Masked | undefined {
  if (headRepository === 'fork') {
    return words`this pull request comes from a fork, and Proofline does not render what a fork wrote. Whoever has write access and has looked at it pushes it to a branch of this repository to have it reviewed.`;
  }
  if (baseRef === defaultBranch || trustsBranch(grant, baseRef)) return undefined;
  // Whoever may push could make a branch of their own, let it declare what is another team's or a weaker
  // configuration, and get a green check for a commit that is headed for the default branch, too.
  return words`its base ${mask.text(baseRef)} is neither the default branch nor one that the operator trusts: what base declares and configures decides what a review shows and demands. The operator names such branches under \`repositories[].branches\`.`;
}
