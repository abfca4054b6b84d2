/** Files that are passed over: objects that leave with them, or that never come -> one finding a file. */
import type { Comparison } from '../../diff/change.ts';
import { canonicalJson } from '../../object/canonical.ts';
import { unversioned } from '../../object/identity.ts';
import type { Masked } from '../../object/masked.ts';
import { joined, words } from '../../object/masked.ts';
import { named, quoted } from '../named.ts';
import { passedOverFor } from '../passed-over.ts';
import type { Judgement, PassedOver, Rule, Subject } from '../rule.ts';

const reasons: Readonly<Record<PassedOver['why'], Masked>> = {
  unreadable: words`can no longer be read`,
  'no-object': words`no longer holds a Kubernetes object where it did`,
  'link-to-no-file': words`is a symbolic link to no file`,
};

const advice = words`Correct the file; where the objects shall go, delete it instead, so that everybody sees it.`;

/** More say no more about one file. */
const most = 10;

interface Vanished {
  readonly file: PassedOver;
  readonly comparisons: readonly Comparison[];
}

function vanishedIn(subject: Subject): readonly Vanished[] {
  const found = subject.comparisons.flatMap((comparison) => {
    const file = passedOverFor(comparison, subject);
    return file === undefined ? [] : [{ file, comparison }];
  });
  return [...Map.groupBy(found, ({ file }) => file)].map(([file, group]) => ({
    file,
    comparisons: group.map(({ comparison }) => comparison),
  }));
}

function judgeOne({ file, comparisons }: Vanished, { mask }: Subject): Judgement {
  const { unit, place, why } = file;
  const objects = comparisons.map(({ change: { object } }) => unversioned(object));
  const shown = objects.slice(0, most).map((object) => named(object, mask));
  const more = objects.length - shown.length;
  const list = words`${joined(shown, ', ')}${more > 0 ? words` and ${more} more` : words``}`;
  const kept = comparisons.every(({ change: { action } }) => action === 'orphaned' || action === 'unpruned');
  const then = kept ? words`stay in the cluster undeclared` : words`are deleted`;
  return {
    severity: 'block',
    unit,
    comparisons,
    objects,
    about: canonicalJson({ file: place.file, why }),
    title: words`${quoted(place.file, mask)} ${reasons[why]}, and what it declares vanishes`,
    detail: words`The reconciler passes such a file over and reports no error: it takes ${list} for no longer declared, and they ${then}.`,
    advice,
    places: [place],
    restsOn: null,
  };
}

const unread: Readonly<Partial<Record<PassedOver['why'], Masked>>> = {
  unreadable: words`cannot be read`,
  'link-to-no-file': words`is a symbolic link to no file`,
};

/** A file that comes and brings nothing; one without any object may be meant so. */
function judgeNew(file: PassedOver, { mask }: Subject): readonly Judgement[] {
  const reason = unread[file.why];
  if (reason === undefined || file.atBase === true) return [];
  return [
    {
      severity: 'warn',
      unit: file.unit,
      comparisons: [],
      objects: [],
      about: canonicalJson({ file: file.place.file, why: file.why }),
      title: words`${quoted(file.place.file, mask)} ${reason}, and nothing of it is applied`,
      detail: words`The reconciler passes such a file over and reports no error: what it shall declare does not come, and every status is green.`,
      advice: words`Correct the file, or leave it out.`,
      places: [file.place],
      restsOn: null,
    },
  ];
}

export const objectVanished: Rule = {
  name: 'object-vanished',
  about: {
    title: 'Objects vanish because their file is no manifest any more',
    why: 'Some reconcilers pass over a file that they cannot read, without an error: every status stays green, and what the file declared is deleted as if somebody had removed it.',
    advice: 'Correct the file. Where the objects shall go, delete the file instead.',
  },
  needs: () => [],
  judge: (subject) => {
    const vanished = vanishedIn(subject);
    const told = new Set(vanished.map(({ file }) => file));
    const others = subject.passedOver.filter((file) => !told.has(file));
    return [
      ...vanished.map((each) => judgeOne(each, subject)),
      ...others.flatMap((file) => judgeNew(file, subject)),
    ];
  },
};
