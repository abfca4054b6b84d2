/** `path=value`, as Helm reads it behind `--set` -> the value set in a map (helm pkg/strvals). What is not on the way stays the same object. */

/** JSON that is still being put together. */
export type Draft = null | boolean | number | string | Draft[] | { [key: string]: Draft };
export type DraftMap = Record<string, Draft>;

/** Its words are shown as the controller's own. */
export class ValuesError extends Error {}

interface Reader {
  readonly text: string;
  at: number;
  /** Whether all values are texts, as behind `--set-string`. */
  readonly isText: boolean;
}

const deepest = 30;
const longestList = 65_536;

/** Throws ValuesError. */
export function setInto(data: DraftMap, assignment: string, isText: boolean): void {
  const reader = { text: assignment, at: 0, isText };
  while (reader.at < assignment.length) setKey(reader, data, 0);
}

/** Whether the text ended behind the sign, which then stands for an empty text. */
type Ended = boolean;

function setKey(reader: Reader, data: DraftMap, level: number): Ended {
  const { text, end } = until(reader, '=[,.');
  switch (end) {
    case '=': {
      const ended = reader.at >= reader.text.length;
      put(data, text, valueOf(reader));
      return ended;
    }
    case '[':
      return setInList(reader, data, { key: text, level });
    case '.':
      return setBelow(reader, data, { key: text, level: level + 1 });
    default:
      throw new ValuesError(`key ${JSON.stringify(text)} has no value`);
  }
}

function setBelow(reader: Reader, data: DraftMap, { key, level }: Named): Ended {
  if (level > deepest) throw new ValuesError('value name nested level is greater than supported');
  const inner = mapAt(Object.hasOwn(data, key) ? data[key] : undefined);
  const ended = setKey(reader, inner, level);
  if (Object.keys(inner).length > 0) put(data, key, inner);
  else if (!ended) throw new ValuesError(`key map ${JSON.stringify(key)} has no value`);
  return ended;
}

interface Named {
  readonly key: string;
  readonly level: number;
}

function setInList(reader: Reader, data: DraftMap, { key, level }: Named): Ended {
  const before = Object.hasOwn(data, key) ? data[key] : [];
  if (!Array.isArray(before)) throw new ValuesError('unable to parse key: it is no list');
  const { list, ended } = withItem(reader, before, level);
  put(data, key, list);
  return ended;
}

interface Listed {
  readonly list: Draft[];
  readonly ended: Ended;
}

/** From behind `[`; in place where the list is long enough. */
function withItem(reader: Reader, list: Draft[], level: number): Listed {
  const index = indexAt(reader);
  const { text, end } = until(reader, '[.=');
  if (text !== '') throw new ValuesError(`unexpected data at end of array index: ${JSON.stringify(text)}`);
  const old = list[index];
  switch (end) {
    case '=':
      return { list: withAt(list, index, valueOf(reader)), ended: false };
    case '[': {
      const below = withItem(reader, listAt(old), level);
      return { list: withAt(list, index, below.list), ended: below.ended };
    }
    case '.':
      return withMapAt(reader, list, { index, level });
    default:
      throw new ValuesError('error parsing index: it has no value');
  }
}

interface At {
  readonly index: number;
  readonly level: number;
}

/** Behind an item that is not there yet, an empty text is not set. */
function withMapAt(reader: Reader, list: Draft[], { index, level }: At): Listed {
  const old = list[index];
  const inner: DraftMap = isMap(old) ? old : {};
  if (index < list.length) list[index] = inner;
  const ended = setKey(reader, inner, level);
  return { list: ended ? list : withAt(list, index, inner), ended };
}

function indexAt(reader: Reader): number {
  const { text, end } = until(reader, ']');
  const index = /^[+-]?\d+$/u.test(text) && end === ']' ? Number(text) : -1;
  if (index >= 0 && index <= longestList) return index;
  throw new ValuesError(`error parsing index: ${JSON.stringify(text)}`);
}

function listAt(value: Draft | undefined): Draft[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new ValuesError('unable to parse key: it is no list');
  return value;
}

function withAt(list: Draft[], index: number, value: Draft): Draft[] {
  const long = list.length > index ? list : Array.from({ length: index + 1 }, (_, at) => list[at] ?? null);
  long[index] = value;
  return long;
}

function valueOf(reader: Reader): Draft {
  if (reader.at >= reader.text.length) return '';
  if (reader.text[reader.at] !== '{') return typed(until(reader, ',').text, reader.isText);
  reader.at += 1;
  const list: Draft[] = [];
  for (;;) {
    const { text, end } = until(reader, ',}');
    if (end === '') throw new ValuesError("list must terminate with '}'");
    list.push(typed(text, reader.isText));
    if (end === '}') break;
  }
  if (reader.text[reader.at] === ',') reader.at += 1;
  return list;
}

const wordsOf: ReadonlyMap<string, Draft> = new Map<string, Draft>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['0', 0],
]);

function typed(text: string, isText: boolean): Draft {
  if (isText) return text;
  const word = wordsOf.get(text.toLowerCase());
  if (word !== undefined) return word;
  const isInteger = /^[+-]?\d+$/u.test(text) && !text.startsWith('0');
  return isInteger && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** A backslash takes the character behind it as it is. `end` is empty where the text ends first. */
function until(reader: Reader, stops: string): { readonly text: string; readonly end: string } {
  let text = '';
  while (reader.at < reader.text.length) {
    const character = reader.text[reader.at] ?? '';
    reader.at += 1;
    if (stops.includes(character)) return { text, end: character };
    if (character === '\\') {
      text += reader.text[reader.at] ?? '';
      reader.at += 1;
    } else text += character;
  }
  return { text, end: '' };
}

/** An empty name sets nothing. */
function put(data: DraftMap, key: string, value: Draft): void {
  if (key === '') return;
  Object.defineProperty(data, key, { value, enumerable: true, configurable: true, writable: true });
}

function mapAt(value: Draft | undefined): DraftMap {
  if (value === undefined) return {};
  if (!isMap(value)) throw new ValuesError('unable to parse key: it is no map');
  return value;
}

export function isMap(value: Draft | undefined): value is DraftMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
