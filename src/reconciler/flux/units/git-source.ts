/** A GitRepository -> whether it is the repository under review, what it follows, and whether the merge moves that. */
import { flagAt, listAt, objectAt, textAt, textsAt } from '../../../object/fields.ts';
import { isJsonObject } from '../../../object/json.ts';
import type { JsonObject } from '../../../object/json.ts';
import { plainUrl } from '../../../source/origin.ts';
import type { Origin } from '../../../source/origin.ts';
import { normalPath } from '../../../config/repository-path.ts';
import type { FluxSource } from '../flux-unit.ts';
import { durationOf } from '../../duration.ts';

export interface Followed {
  /** As a person says it. */
  readonly words: string;
  /** As Git takes it. */
  readonly revision: string;
  /** Undefined for what is no branch. */
  readonly branch: string | undefined;
}

/** A commit counts before a name, that before a range, a tag and a branch (facts/reconcilers.md §5). */
export function followedBy(spec: JsonObject): Followed {
  const ref = objectAt(spec, 'ref');
  const [commit, name, semver, tag] = ['commit', 'name', 'semver', 'tag'].map((key) => textAt(ref, key));
  if (commit) return { words: `commit ${commit}`, revision: commit, branch: undefined };
  if (name) {
    const branch = name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : undefined;
    return { words: branch === undefined ? name : `branch ${branch}`, revision: branch ?? name, branch };
  }
  if (semver) return { words: `the newest tag of ${semver}`, revision: semver, branch: undefined };
  if (tag) return { words: `tag ${tag}`, revision: tag, branch: undefined };
  const branch = textAt(ref, 'branch') || 'master';
  return { words: `branch ${branch}`, revision: branch, branch };
}

/** Where the branch of the merge is not known, each branch may be it. */
function isMoved({ branch }: Followed, origin: Origin | undefined): boolean {
  const merged = origin?.branch ?? origin?.defaultBranch;
  return branch !== undefined && (merged === undefined || branch === merged);
}

/** Undefined without a known origin: then the url tells nothing. */
export function isOwnUrl(url: string, origin: Origin | undefined): boolean | undefined {
  return origin?.urls.includes(plainUrl(url));
}

export interface GitAround {
  readonly object: string;
  readonly origin: Origin | undefined;
  readonly receiver: boolean;
}

type Own = Extract<FluxSource, { readonly kind: 'own' }>;
type Git = Extract<FluxSource, { readonly kind: 'git' }>;

export function ownSource(spec: JsonObject, { object, origin, receiver }: GitAround): Own {
  const followed = followedBy(spec);
  return {
    kind: 'own',
    object,
    moves: isMoved(followed, origin),
    follows: followed.words,
    ignore: ignoreOf(spec),
    suspended: flagAt(spec, 'suspend'),
    ...verifiedIn(spec),
    interval: secondsAt(spec, 'interval'),
    receiver,
    sparseCheckout: textsAt(spec, 'sparseCheckout').map(normalPath),
    submodules: flagAt(spec, 'recurseSubmodules'),
  };
}

export function gitSource(spec: JsonObject, object: string): Git {
  return {
    kind: 'git',
    object,
    url: textAt(spec, 'url'),
    revision: followedBy(spec).revision,
    ignore: ignoreOf(spec),
    suspended: flagAt(spec, 'suspend'),
    ...verifiedIn(spec),
    interval: secondsAt(spec, 'interval'),
  };
}

/** An empty one is one: it replaces the built-in list by nothing. */
function ignoreOf(spec: JsonObject): string | null {
  const { ignore } = spec;
  return typeof ignore === 'string' ? ignore : null;
}

/** The directories into which it puts content of other sources. */
export function includedAt(spec: JsonObject): readonly string[] {
  return listAt(spec, 'include').map((each) => {
    const to = textAt(each, 'toPath') || textAt(each, 'repository', 'name');
    return normalPath(to);
  });
}

/** Null where it is none. */
export function secondsAt(spec: JsonObject, ...path: readonly string[]): number | null {
  const milliseconds = durationOf(textAt(spec, ...path));
  return milliseconds === undefined ? null : milliseconds / 1000;
}

/** Of a source, or of the chart that a HelmRelease names. */
export function verifiedIn(...specs: readonly JsonObject[]): { readonly verified?: true } {
  return specs.some(({ verify }) => isJsonObject(verify)) ? { verified: true } : {};
}
