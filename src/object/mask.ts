/** Foreign text -> text that may leave: learned secrets and credentials hidden, unseen characters made visible. */
import { credentialsIn } from './credential.ts';
import type { Range } from './credential.ts';
import { createLearned } from './learned.ts';
import type { Mask, Masked } from './masked.ts';
import { visible } from './visible.ts';

interface Piece {
  readonly hidden: boolean;
  readonly text: string;
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
  const out: Range[] = [];
  for (const range of sorted) {
    const last = out.at(-1);
    if (last && range.start <= last.end) {
      out[out.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else out.push(range);
  }
  return out;
}

function cut(text: string, ranges: readonly Range[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const range of merged(ranges)) {
    pieces.push({ hidden: false, text: text.slice(at, range.start) });
    pieces.push({ hidden: true, text: text.slice(range.start, range.end) });
    at = range.end;
  }
  return [...pieces, { hidden: false, text: text.slice(at) }];
}

function shown(pieces: readonly Piece[], sign: (secret: string) => string): Masked {
  const text = pieces.map((piece) => (piece.hidden ? sign(piece.text) : visible(piece.text))).join('');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the two places that make the brand
  return text as Masked;
}

function hiddenIn(pieces: readonly Piece[]): ReadonlySet<string> {
  return new Set(pieces.filter((piece) => piece.hidden).map((piece) => piece.text));
}

/** `***`, and for two texts `*** (before)` and `*** (after)` where what is hidden is not the same in both. */
export function createMask(): Mask {
  const learned = createLearned();
  const read = (foreign: string): readonly Piece[] =>
    cut(foreign, [...learned.find(foreign), ...credentialsIn(foreign)]);

  function pair(before: string, after: string): readonly [Masked, Masked] {
    const left = read(before);
    const right = read(after);
    const leftHidden = hiddenIn(left);
    const rightHidden = hiddenIn(right);
    const plain = [shown(left, () => '***'), shown(right, () => '***')] as const;
    if (before === after) return plain;
    // Two secrets that swap places are in both texts, and still a change.
    const swapped = plain[0] === plain[1] && [...leftHidden].every((secret) => rightHidden.has(secret));
    return [
      shown(left, (secret) => (swapped || !rightHidden.has(secret) ? '*** (before)' : '***')),
      shown(right, (secret) => (swapped || !leftHidden.has(secret) ? '*** (after)' : '***')),
    ];
  }

  return {
    learn: (secret) => learned.add(secret),
    text: (foreign) => shown(read(foreign), () => '***'),
    pair,
  };
}
