/** A unit of head, and the same of base -> what changes in where its content comes from, and whether the merge is seen at all. */
import { words } from '../../../object/masked.ts';
import type { Mask, Masked } from '../../../object/masked.ts';
import type { Remark } from '../../declarations.ts';
import { shownUrl } from '../../../source/remote/shown.ts';
import type { FluxSource } from '../flux-unit.ts';
import { kindOf, remark } from './remark.ts';
import type { Change } from './remarks.ts';

export function sourceRemarks(change: Change): readonly Remark[] {
  return [...gone(change), ...otherRevision(change), ...moved(change), ...verification(change)];
}

/** What was found at base is not there any more. */
function gone({ unit, before, after, mask }: Change): readonly Remark[] {
  if (after.source.kind !== 'unseen' || before === undefined || before.source.kind === 'unseen') return [];
  const { object, why } = after.source;
  return [
    remark(unit, {
      about: 'source-lost',
      severity: 'block',
      title: words`The ${kindOf(after)} loses its source`,
      detail: words`${mask.text(object)}: ${mask.text(why)}. Flux then applies and prunes nothing of it, and says only in its status why.`,
      advice: words`Keep the source as long as something uses it.`,
      restsOn: { object, why },
    }),
  ];
}

/** Its tag or commit changes: what is there was not merged here. */
function otherRevision({ unit, before, after, mask }: Change): readonly Remark[] {
  const [was, is] = [before?.source, after.source];
  if (is.kind !== 'own' || is.moves) return [];
  const common = { restsOn: { before: was?.kind === 'own' ? was.follows : null, after: is.follows } };
  if (was?.kind === 'own' && was.follows !== is.follows) {
    return [
      remark(unit, {
        ...common,
        about: 'revision-not-in-review',
        severity: 'warn',
        title: words`The source changes to another revision of this repository`,
        detail: words`${mask.text(is.object)} comes to follow ${mask.text(is.follows)}, which this merge does not move. This review shows the tree of the pull request instead of what is there.`,
        advice: words`Compare the two revisions themselves.`,
      }),
    ];
  }
  return [
    remark(unit, {
      ...common,
      about: 'merge-not-seen',
      severity: 'info',
      title: words`This merge does not move what the ${kindOf(after)} applies`,
      detail: words`Its source ${mask.text(is.object)} follows ${mask.text(is.follows)}. What is shown here lands only once that names this content.`,
      advice: words`Nothing is to be done where the release is meant to come later.`,
    }),
  ];
}

/** Of this repository both contents are rendered, and compared object by object. */
function moved({ unit, before, after, mask }: Change): readonly Remark[] {
  if (before === undefined) return [];
  const [was, is] = [placeOf(before.source, mask), placeOf(after.source, mask)];
  if (was === undefined || is === undefined || was === is) return [];
  return [
    remark(unit, {
      about: 'source-moved',
      severity: 'warn',
      title: words`The ${kindOf(after)} takes its whole content from elsewhere`,
      detail: words`From ${was} to ${is}. What only the old one has is pruned where it prunes.`,
      advice: words`Compare the two, and make sure that the new one is as trustworthy.`,
      restsOn: { before: was, after: is },
    }),
  ];
}

/** Without versions: of these a new one is the same content later. */
function placeOf(source: FluxSource, mask: Mask): Masked | undefined {
  switch (source.kind) {
    case 'own':
      return words`this repository`;
    case 'git':
      return shownUrl(source.url, mask);
    case 'chart':
      return words`chart ${mask.text(source.name)} of ${shownUrl(source.repository, mask)}`;
    case 'unseen':
      return undefined;
  }
}

function verification({ unit, before, after, mask }: Change): readonly Remark[] {
  const object = mask.text(after.source.object);
  const restsOn = { object: after.source.object };
  if (isVerified(before?.source) && !isVerified(after.source) && after.source.kind !== 'unseen') {
    return [
      remark(unit, {
        about: 'verification-removed',
        severity: 'warn',
        title: words`Signatures of its source are not verified any more`,
        detail: words`From the merge on Flux takes from ${object} what nobody has signed.`,
        advice: words`Keep the verification, or say why it is not needed.`,
        restsOn,
      }),
    ];
  }
  const { source } = after;
  if (source.kind !== 'own' || !source.moves || !isVerified(source)) return [];
  return [
    remark(unit, {
      about: 'signature-needed',
      severity: 'warn',
      title: words`Its source demands signed commits`,
      detail: words`${object} verifies the commit that it fetches, and that of the merge is not there yet: that it will be signed as demanded is assumed. Otherwise Flux goes on with the old content.`,
      advice: words`Merge in a way that leaves a signed commit at the tip of the branch.`,
      restsOn,
    }),
  ];
}

function isVerified(source: FluxSource | undefined): boolean {
  return source !== undefined && source.kind !== 'unseen' && source.verified === true;
}
