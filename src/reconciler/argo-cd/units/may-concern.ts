/** An ApplicationSet that only lives in the cluster -> whether it can make an Application of the repository under review, or reads it. */
import type { Json } from '../../../object/json.ts';
import { isJsonArray, isJsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import type { Origin } from '../../../source/origin.ts';
import { plainUrl } from '../../../source/origin.ts';
import { idOf, ownedBy } from '../application-set/owner.ts';
import { pointsHere } from './points-here.ts';

export interface Around {
  readonly origin: Origin | undefined;
  /** All that live. */
  readonly applications: readonly KubeObject[];
}

/** A cluster holds the sets of many repositories: what those of others lack is nothing that a review here can mend. */
export function mayConcern(set: KubeObject, { origin, applications }: Around): boolean {
  if (origin === undefined) return false;
  if (ownedBy(idOf(set), applications).some((each) => pointsHere(each, origin))) return true;
  return repositoriesIn(set['spec']).some((url) => isTemplate(url) || origin.urls.includes(plainUrl(url)));
}

/** Every `repoURL`, of generators and templates alike; a patch is text, and is one as a whole where it speaks of any. */
function repositoriesIn(value: Json | undefined): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(repositoriesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member !== 'string') return repositoriesIn(member);
    if (key === 'repoURL') return [member];
    return key === 'templatePatch' && member.includes('repoURL') ? ['{{'] : [];
  });
}

function isTemplate(url: string): boolean {
  return url.includes('{{');
}
