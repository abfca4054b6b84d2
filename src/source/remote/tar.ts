/** A tar archive (ustar, pax, GNU) -> its members, one after the other. */

export interface TarMember {
  readonly path: Buffer;
  readonly type: 'file' | 'directory' | 'symlink' | 'link' | 'other';
  readonly executable: boolean;
  /** Of a symlink or link. */
  readonly target: Buffer;
  readonly content: Buffer;
}

const block = 512;

/** Names that stand in front of the member that they are about. */
interface Ahead {
  path?: Buffer | undefined;
  target?: Buffer | undefined;
  size?: number | undefined;
}

/** Throws RangeError where the archive is cut short or makes no sense. */
export function* tarMembers(tar: Buffer): Generator<TarMember> {
  let ahead: Ahead = {};
  for (let at = 0; at + block <= tar.length;) {
    const header = tar.subarray(at, at + block);
    // Two empty blocks end an archive; what stands behind them is no part of it.
    if (header.every((byte) => byte === 0)) return;
    if (!hasSum(header)) throw new RangeError('a header has a wrong checksum');
    const flag = String.fromCharCode(header[156] ?? 0);
    const size = isExtension(flag) ? sizeIn(header) : (ahead.size ?? sizeIn(header));
    const start = at + block;
    if (start + size > tar.length) throw new RangeError('it ends in the middle of a member');
    const content = tar.subarray(start, start + size);
    at = start + Math.ceil(size / block) * block;
    if (isExtension(flag)) {
      readAhead(ahead, flag, content);
      continue;
    }
    yield memberOf(header, ahead, content);
    ahead = {};
  }
}

function isExtension(flag: string): boolean {
  return 'xgLK'.includes(flag);
}

function readAhead(ahead: Ahead, flag: string, content: Buffer): void {
  if (flag === 'L') ahead.path = untilNul(content);
  if (flag === 'K') ahead.target = untilNul(content);
  if (flag !== 'x') return;
  for (const [key, value] of paxRecords(content)) {
    if (key === 'path') ahead.path = value;
    if (key === 'linkpath') ahead.target = value;
    if (key === 'size') ahead.size = numberFrom(value.toString('latin1'), 10);
  }
}

function memberOf(header: Buffer, ahead: Ahead, content: Buffer): TarMember {
  const flag = String.fromCharCode(header[156] ?? 0);
  const name = untilNul(header.subarray(0, 100));
  const prefix = isUstar(header) ? untilNul(header.subarray(345, 500)) : Buffer.alloc(0);
  const whole = prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]);
  const path = ahead.path ?? whole;
  return {
    path,
    type: typeOf(flag, path),
    executable: (numberFrom(fieldText(header, 100, 8), 8) & 0o100) !== 0,
    target: ahead.target ?? untilNul(header.subarray(157, 257)),
    content,
  };
}

/** GNU's own format has other fields where ustar has a prefix. */
function isUstar(header: Buffer): boolean {
  return header.subarray(257, 263).toString('latin1') === 'ustar\0';
}

function typeOf(flag: string, path: Buffer): TarMember['type'] {
  switch (flag) {
    case '0':
    case '7':
    case '\0':
      return path.at(-1) === 0x2f ? 'directory' : 'file';
    case '1':
      return 'link';
    case '2':
      return 'symlink';
    case '5':
      return 'directory';
    default:
      return 'other';
  }
}

function* paxRecords(content: Buffer): Generator<readonly [string, Buffer]> {
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const length = space < 0 ? 0 : numberFrom(content.subarray(at, space).toString('latin1'), 10);
    const equals = content.indexOf(0x3d, space);
    const end = at + length;
    if (length === 0 || end > content.length || equals < 0 || equals >= end) {
      throw new RangeError('an extended header makes no sense');
    }
    yield [content.subarray(space + 1, equals).toString('latin1'), content.subarray(equals + 1, end - 1)];
    at = end;
  }
}

function sizeIn(header: Buffer): number {
  // GNU writes large sizes in binary; nothing so large is taken.
  if (((header[124] ?? 0) & 0x80) !== 0) throw new RangeError('a member is too large');
  return numberFrom(fieldText(header, 124, 12), 8);
}

function hasSum(header: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at < block; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (header[at] ?? 0);
  return sum === numberFrom(fieldText(header, 148, 8), 8);
}

function fieldText(header: Buffer, start: number, length: number): string {
  return untilNul(header.subarray(start, start + length))
    .toString('latin1')
    .trim();
}

function numberFrom(text: string, radix: 8 | 10): number {
  const pattern = radix === 8 ? /^[0-7]*$/u : /^\d+$/u;
  const number = pattern.test(text) ? Number.parseInt(text === '' ? '0' : text, radix) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new RangeError('a number in a header makes no sense');
  return number;
}

function untilNul(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
}
