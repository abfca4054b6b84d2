/** Image automation on both sides -> what it may from now on write to Git by itself, and whether that passes a review. */
import { canonicalJson } from '../../../object/canonical.ts';
import { differingFields } from '../../../object/differing-fields.ts';
import { flagAt, objectAt, textAt } from '../../../object/fields.ts';
import type { JsonObject } from '../../../object/json.ts';
import type { KubeObject } from '../../../object/kube-object.ts';
import { namespaceOf } from '../../../object/kube-object.ts';
import { joined, words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { settled } from './candidate.ts';
import type { Candidate } from './candidate.ts';
import type { Collected } from './collect.ts';
import { findIn } from './found.ts';
import { followedBy, isOwnUrl } from './git-source.ts';
import { imageGroup, imageKinds } from './groups.ts';

/** What base has, for head to be compared with. */
export interface BetweenSides {
  images: ReadonlyMap<string, KubeObject> | undefined;
}

export function betweenSides(): BetweenSides {
  return { images: undefined };
}

/** Only what changes: that an automation is there is no news. */
export function imageRemarks(collected: Collected, between: BetweenSides): readonly Remark[] {
  const found = imagesIn(collected);
  if (collected.declarations.side === 'base') {
    between.images = new Map(found.map(({ key, object }) => [key, object]));
    return [];
  }
  const { images } = between;
  if (images === undefined) return [];
  return found.flatMap((candidate) => {
    const before = images.get(candidate.key);
    const [was, is] = [objectAt(before, 'spec'), objectAt(candidate.object, 'spec')];
    if (before !== undefined && canonicalJson(was) === canonicalJson(is)) return [];
    const fields = differingFields(was, is);
    return candidate.object.kind === 'ImageUpdateAutomation'
      ? automation(collected, candidate, fields)
      : policy(candidate, { fields, isNew: before === undefined, mask: collected.declarations.mask });
  });
}

function imagesIn({ declared }: Collected): readonly Candidate[] {
  const kinds: readonly string[] = imageKinds;
  return [...declared.values()].flatMap((each) =>
    kinds.includes(each[0]?.object.kind ?? '') ? (settled(each)?.candidate ?? []) : [],
  );
}

type Said = Pick<Remark, 'about' | 'severity' | 'title' | 'detail' | 'advice' | 'restsOn'>;

function remarkOn({ object, place, by }: Candidate, said: Said): Remark {
  const { kind, metadata } = object;
  return {
    ...said,
    unit: by?.id,
    objects: [{ group: imageGroup, kind, namespace: namespaceOf(object), name: metadata.name }],
    places: place === undefined ? [] : [place],
  };
}

interface Push {
  /** As a person may look for it. */
  readonly to: string;
  readonly isDirect: boolean;
}

/** It pushes to the branch that it checks out, where no other one is named. Undefined for another repository. */
function pushOf(collected: Collected, candidate: Candidate, spec: JsonObject): Push | undefined {
  const { origin } = collected.declarations;
  const namespace = textAt(spec, 'sourceRef', 'namespace') || namespaceOf(candidate.object);
  const name = { kind: 'GitRepository', namespace, name: textAt(spec, 'sourceRef', 'name') };
  const source = objectAt(findIn(collected, candidate.control, name)?.object, 'spec');
  if (isOwnUrl(textAt(source, 'url'), origin) === false) return undefined;
  const refspec = textAt(spec, 'git', 'push', 'refspec');
  if (refspec !== '') return { to: refspec, isDirect: true };
  const named = textAt(spec, 'git', 'push', 'branch') || textAt(spec, 'git', 'checkout', 'ref', 'branch');
  const to = named || (followedBy(source).branch ?? '');
  return { to, isDirect: origin?.branch === undefined || to === origin.branch };
}

function automation(
  collected: Collected,
  candidate: Candidate,
  fields: readonly string[],
): readonly Remark[] {
  const { mask } = collected.declarations;
  const spec = objectAt(candidate.object, 'spec');
  const push = flagAt(spec, 'suspend') ? undefined : pushOf(collected, candidate, spec);
  if (push === undefined) return [];
  const path = mask.text(textAt(spec, 'update', 'path') || '.');
  const commits = words`This automation commits to ${mask.text(push.to)}, in ${path}, whatever its image policies choose.`;
  const restsOn = { to: push.to, fields: [...fields] };
  if (push.isDirect) {
    return [
      remarkOn(candidate, {
        about: 'images-written-unreviewed',
        severity: 'warn',
        title: words`New images reach the branch without a review`,
        detail: words`${commits} Such commits pass no pull request, so neither a person nor this review sees them before Flux applies them.`,
        advice: words`Have it push to a branch of its own, and open a pull request from there.`,
        restsOn,
      }),
    ];
  }
  return [
    remarkOn(candidate, {
      about: 'images-written-to-branch',
      severity: 'info',
      title: words`New images are written to a branch of their own`,
      detail: words`${commits} It is applied once somebody merges that branch.`,
      advice: words`See to it that the branch is merged by a pull request only.`,
      restsOn,
    }),
  ];
}

interface Changed {
  readonly fields: readonly string[];
  readonly isNew: boolean;
  readonly mask: Mask;
}

const chosen: Readonly<Record<string, Masked>> = {
  ImagePolicy: words`which version of an image is chosen`,
  ImageRepository: words`from where images are taken`,
};

function policy(candidate: Candidate, { fields, isNew, mask }: Changed): readonly Remark[] {
  const what = chosen[candidate.object.kind];
  if (isNew || what === undefined) return [];
  const named = joined(
    fields.map((field) => mask.text(field)),
    ', ',
  );
  return [
    remarkOn(candidate, {
      about: 'image-policy-changed',
      severity: 'warn',
      title: words`An image policy changes`,
      detail: words`It says ${what}, and changes in ${named}. Every automation that uses it writes what is chosen then to Git, also an older version, or one that nobody expected.`,
      advice: words`Look at which version it chooses now.`,
      restsOn: { fields: [...fields], spec: objectAt(candidate.object, 'spec') },
    }),
  ];
}
