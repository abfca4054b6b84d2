/** Changed images -> whether only the tag moves, or where the image comes from. */
import type { FieldPath } from '../../object/field-path.ts';
import { words } from '../../object/masked.ts';
import type { Mask, Masked } from '../../object/masked.ts';
import { joined } from '../../object/masked.ts';
import type { Comparison } from '../../diff/change.ts';
import { imageReference } from '../image-reference.ts';
import type { ImageReference } from '../image-reference.ts';
import { imagesOf } from '../images.ts';
import type { Images } from '../images.ts';
import { severities } from '../finding.ts';
import type { Severity } from '../finding.ts';
import { arriving, existing, judged } from '../judged.ts';
import { named, quoted } from '../named.ts';
import type { Judgement, Rule, Subject } from '../rule.ts';

const kinds = ['registry', 'repository', 'undigested', 'floating', 'tag', 'digest', 'new'] as const;
type Kind = (typeof kinds)[number];

interface Meaning {
  readonly severity: Severity;
  readonly title: Masked;
  readonly advice: Masked;
}

const meanings: Readonly<Record<Kind, Meaning>> = {
  registry: {
    severity: 'warn',
    title: words`takes an image from another registry`,
    advice: words`Check who owns the new registry and that it holds the same image.`,
  },
  repository: {
    severity: 'warn',
    title: words`takes an image from another repository`,
    advice: words`Check who owns the new repository and that it holds the same image.`,
  },
  undigested: {
    severity: 'warn',
    title: words`no longer pins an image by its digest`,
    advice: words`Keep the digest: a tag can be moved to another image at any time.`,
  },
  floating: {
    severity: 'warn',
    title: words`uses an image without a fixed version`,
    advice: words`Name a version, better a digest: the next Pod may run another image.`,
  },
  tag: {
    severity: 'info',
    title: words`changes the version of an image`,
    advice: words`Read the release notes of the new version.`,
  },
  digest: {
    severity: 'info',
    title: words`changes an image under the same tag`,
    advice: words`Check where the new digest comes from.`,
  },
  new: {
    severity: 'info',
    title: words`runs a further image`,
    advice: words`Check what the image is for.`,
  },
};

function isFloating({ tag, digest }: ImageReference): boolean {
  return digest === undefined && (tag === undefined || tag === 'latest');
}

/** The most serious of what changed. */
function kindOf(from: string | undefined, to: string): Kind | undefined {
  if (from === to) return undefined;
  const after = imageReference(to);
  if (from === undefined) return isFloating(after) ? 'floating' : 'new';
  const before = imageReference(from);
  if (before.registry !== after.registry) return 'registry';
  if (before.repository !== after.repository) return 'repository';
  return versionChange(before, after);
}

function versionChange(before: ImageReference, after: ImageReference): Kind | undefined {
  if (before.digest !== undefined && after.digest === undefined) return 'undigested';
  if (isFloating(after)) return isFloating(before) ? undefined : 'floating';
  if (before.tag !== after.tag) return 'tag';
  return before.digest === after.digest ? undefined : 'digest';
}

interface Moved {
  readonly kind: Kind;
  readonly from: string | undefined;
  readonly to: string;
  readonly field: FieldPath;
}

function line({ from, to }: Moved, mask: Mask): Masked {
  return from === undefined ? quoted(to, mask) : words`${quoted(from, mask)} becomes ${quoted(to, mask)}`;
}

function judge(comparison: Comparison, moved: readonly Moved[], { mask }: Subject): readonly Judgement[] {
  const [worst] = [...moved].sort((a, b) => rank(a.kind) - rank(b.kind));
  if (worst === undefined) return [];
  const { severity, title, advice } = meanings[worst.kind];
  const lines = [...new Set(moved.map((one) => line(one, mask)))];
  const shown = lines.slice(0, 10);
  const more = lines.length > shown.length ? words`; and ${lines.length - shown.length} more` : words``;
  return [
    judged(comparison, {
      severity,
      title: words`${named(comparison.change.object, mask)} ${title}`,
      detail: words`${joined(shown, '; ')}${more}.`,
      advice,
      fields: moved.map(({ field }) => field),
    }),
  ];
}

function rank(kind: Kind): number {
  return severities.indexOf(meanings[kind].severity) * kinds.length + kinds.indexOf(kind);
}

/** Images of an object that is new are no change; that one of them is not fixed is. */
function movedIn(before: Images | undefined, after: Images): readonly Moved[] {
  return [...after].flatMap(([place, { reference: to, field }]) => {
    const from = before?.get(place)?.reference;
    const kind = kindOf(from, to);
    if (kind === undefined || (before === undefined && kind === 'new')) return [];
    return [{ kind, from, to, field }];
  });
}

export const imageChanged: Rule = {
  name: 'image-changed',
  about: {
    title: 'An image changes',
    why: 'A new tag is daily business. A new registry or repository is another publisher, and an image without a fixed version is another program at the next restart.',
    advice: 'Check who publishes the image, and pin it by version or digest.',
  },
  needs: () => [],
  judge: (subject) => [
    ...existing(subject.comparisons).flatMap(({ comparison, before, after }) =>
      judge(comparison, movedIn(imagesOf(before), imagesOf(after)), subject),
    ),
    ...arriving(subject.comparisons).flatMap(({ comparison, after }) =>
      judge(comparison, movedIn(undefined, imagesOf(after)), subject),
    ),
  ],
};
