/** The open pull requests of the repository under review, for those who deploy each of them. */
import type { Masked } from '../object/masked.ts';

export interface OpenPull {
  readonly number: number;
  readonly title: string;
  readonly branch: string;
  readonly targetBranch: string;
  readonly headSha: string;
  /** A login. */
  readonly author: string;
  readonly labels: readonly string[];
}

export type OpenPulls =
  | { readonly kind: 'listed'; readonly pulls: readonly OpenPull[] }
  | { readonly kind: 'unlisted'; readonly why: Masked };

export type ListOpenPulls = () => Promise<OpenPulls>;
