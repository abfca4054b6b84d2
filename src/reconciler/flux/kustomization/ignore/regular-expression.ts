/**
 * A regular expression as Go writes it -> whether it is all of a text; undefined for what is not read here. It comes from
 * a pull request, so nothing backtracks: the time is bounded by the product of both lengths and the repetitions.
 */

/** From where it may begin -> where it may end. */
type Step = (text: string, from: ReadonlySet<number>) => ReadonlySet<number>;

/** Go allows a repetition of no more. */
const mostRepeats = 1000;
const longest = 1000;
/** Each group may double the time. */
const deepest = 6;

export function fullMatch(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern.length > longest) return undefined;
  const reader: Reader = { pattern, at: 0, repeats: 1, depth: 0 };
  const step = alternatives(reader);
  if (step === undefined || reader.at < pattern.length) return undefined;
  return (text) => text.length <= longest && step(text, new Set([0])).has(text.length);
}

interface Reader {
  readonly pattern: string;
  at: number;
  /** How often what is read here is repeated from outside. */
  repeats: number;
  /** Groups that are open. */
  depth: number;
}

function alternatives(reader: Reader): Step | undefined {
  const options: Step[] = [];
  do {
    const option = sequence(reader);
    if (option === undefined) return undefined;
    options.push(option);
  } while (takes(reader, '|'));
  return (text, from) => new Set(options.flatMap((option) => [...option(text, from)]));
}

function sequence(reader: Reader): Step | undefined {
  const steps: Step[] = [];
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    const step = repeated(reader);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return (text, from) => steps.reduce((reached, each) => each(text, reached), from);
}

function repeated(reader: Reader): Step | undefined {
  const step = atom(reader);
  const [count = '', fewest, comma, most] =
    /^(?:[*+?]|\{(\d+)(,)?(\d+)?\})/.exec(reader.pattern.slice(reader.at)) ?? [];
  if (step === undefined || count === '') return step;
  reader.at += count.length;
  // Lazy or not, a text that matches as a whole is the same.
  takes(reader, '?');
  if (/^[*+?{]/.test(reader.pattern.slice(reader.at))) return undefined;
  const often = signs[count] ?? counted({ fewest: Number(fewest), isOpen: comma !== undefined, most });
  reader.repeats *= Math.max(1, Number.isFinite(often.most) ? often.most : often.fewest);
  return often.most < often.fewest || reader.repeats > mostRepeats ? undefined : times(step, often);
}

interface Often {
  readonly fewest: number;
  readonly most: number;
}

const signs: Readonly<Record<string, Often>> = {
  '?': { fewest: 0, most: 1 },
  '*': { fewest: 0, most: Infinity },
  '+': { fewest: 1, most: Infinity },
};

interface Counted {
  readonly fewest: number;
  readonly isOpen: boolean;
  readonly most: string | undefined;
}

function counted({ fewest, isOpen, most }: Counted): Often {
  if (most !== undefined) return { fewest, most: Number(most) };
  return { fewest, most: isOpen ? Infinity : fewest };
}

function times(step: Step, { fewest, most }: Often): Step {
  return (text, from) => {
    let reached = from;
    for (let count = 0; count < fewest; count += 1) reached = step(text, reached);
    const all = new Set(reached);
    for (let count = fewest; count < most && reached.size > 0; count += 1) {
      reached = new Set([...step(text, reached)].filter((end) => !all.has(end)));
      for (const end of reached) all.add(end);
    }
    return all;
  };
}

function atom(reader: Reader): Step | undefined {
  const next = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  const known = atoms[next];
  if (known !== undefined) return known(reader);
  return /^[*+?{]?$/.test(next) ? undefined : one((letter) => letter === next);
}

const atoms: Readonly<Record<string, (reader: Reader) => Step | undefined>> = {
  '(': group,
  '[': oneOfClass,
  '.': () => one((letter) => letter !== '\n'),
  '^': () => (_text, from) => new Set([...from].filter((at) => at === 0)),
  $: () => (text, from) => new Set([...from].filter((at) => at === text.length)),
  '\\': (reader) => one(escaped(reader)),
};

function group(reader: Reader): Step | undefined {
  if (takes(reader, '?') && !takes(reader, ':')) return undefined;
  reader.depth += 1;
  const inside = reader.depth > deepest ? undefined : alternatives(reader);
  reader.depth -= 1;
  return takes(reader, ')') ? inside : undefined;
}

type IsOne = (letter: string) => boolean;

function one(isOne: IsOne | undefined): Step | undefined {
  if (isOne === undefined) return undefined;
  return (text, from) =>
    new Set([...from].filter((at) => at < text.length && isOne(text[at] ?? '')).map((at) => at + 1));
}

const classes: Readonly<Record<string, RegExp>> = {
  d: /^[0-9]$/,
  D: /^[^0-9]$/,
  w: /^[0-9A-Za-z_]$/,
  W: /^[^0-9A-Za-z_]$/,
  s: /^[\t\n\f\r ]$/,
  S: /^[^\t\n\f\r ]$/,
};

function escaped(reader: Reader): IsOne | undefined {
  const letter = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  const known = classes[letter];
  if (known !== undefined) return (each) => known.test(each);
  return /^[^0-9A-Za-z]$/.test(letter) ? (each) => each === letter : undefined;
}

function oneOfClass(reader: Reader): Step | undefined {
  const isNegated = takes(reader, '^');
  const parts: IsOne[] = [];
  for (let first = true; first || reader.pattern[reader.at] !== ']'; first = false) {
    const part = rangeIn(reader);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  reader.at += 1;
  return one((letter) => parts.some((part) => part(letter)) !== isNegated);
}

function rangeIn(reader: Reader): IsOne | undefined {
  const from = reader.pattern[reader.at] ?? '';
  reader.at += 1;
  if (from === '\\') return escaped(reader);
  if (from === '' || from === '[') return undefined;
  const [, to] = /^-([^\]\\])/.exec(reader.pattern.slice(reader.at)) ?? [];
  if (to === undefined) return (letter) => letter === from;
  reader.at += 2;
  return from <= to ? (letter) => letter >= from && letter <= to : undefined;
}

function takes(reader: Reader, letter: string): boolean {
  if (reader.pattern[reader.at] !== letter) return false;
  reader.at += 1;
  return true;
}
