/** Findings with places -> annotations on the source lines that caused them. */
import { compareText } from '../object/canonical.ts';
import type { Masked } from '../object/masked.ts';
import { visible } from '../object/visible.ts';
import { compareFindings, severities } from '../risk/finding.ts';
import type { Finding, Severity } from '../risk/finding.ts';
import { clip, visibleLine } from './escape.ts';
import type { Review } from './review.ts';

const levels = { block: 'failure', warn: 'warning', info: 'notice' } as const satisfies Record<
  Severity,
  string
>;

export interface Annotation {
  readonly path: string;
  /** From 1. */
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: (typeof levels)[Severity];
  /** Plain text, at most 255 characters. */
  readonly title: string;
  /** Plain text, at most 64 KB. */
  readonly message: string;
}

const longestTitle = 200;
/** Of UTF-16 units, each at most three bytes, so that both texts stay far below GitHub's limit. */
const longestText = 8000;

/** One for each place in head and title, by file, line and severity; the adapter sends them in batches. */
export function annotationsOf({ findings }: Pick<Review, 'findings'>): readonly Annotation[] {
  const all = findings.toSorted(compareFindings).flatMap((finding) => annotationsFor(finding));
  const first = new Map(all.toReversed().map((annotation) => [keyOf(annotation), annotation]));
  return [...first.values()].sort(compareAnnotations);
}

/** How many findings could be traced to a line of the source. */
export function traced({ findings }: Pick<Review, 'findings'>): {
  readonly traced: number;
  readonly of: number;
} {
  return { traced: findings.filter(({ places }) => places.length > 0).length, of: findings.length };
}

function annotationsFor({ places, severity, title, detail, advice }: Finding): readonly Annotation[] {
  return places
    .filter(({ side }) => side !== 'base')
    .map(({ file, line }) => ({
      path: file,
      start_line: Math.max(1, line),
      end_line: Math.max(1, line),
      annotation_level: levels[severity],
      title: clip(withoutMarkup(visibleLine(title)) || 'Untitled', longestTitle),
      message: `${shown(detail)}\nTo do: ${shown(advice)}`,
    }));
}

function shown(text: Masked): string {
  return clip(withoutMarkup(visible(text)), longestText);
}

/** GitHub shows an annotation as it is written. */
function withoutMarkup(text: string): string {
  return text.replaceAll('`', '');
}

function keyOf({ path, start_line: line, annotation_level: level, title, message }: Annotation): string {
  return JSON.stringify([path, line, level, title, message]);
}

function compareAnnotations(a: Annotation, b: Annotation): number {
  return (
    compareText(a.path, b.path) ||
    a.start_line - b.start_line ||
    levelOf(a) - levelOf(b) ||
    compareText(a.title, b.title) ||
    compareText(a.message, b.message)
  );
}

function levelOf({ annotation_level: level }: Annotation): number {
  return severities.findIndex((severity) => levels[severity] === level);
}
