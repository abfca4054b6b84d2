/** A zip archive and the name of an entry -> the entry's bytes (stored or deflated; no zip64, no encryption). */
import { inflateRawSync } from 'node:zlib';

import { BedError } from './bed-error.ts';

const endOfDirectory = 0x06054b50;
const endLength = 22;
const directoryEntryLength = 46;
const localHeaderLength = 30;
const deflated = 8;

/** Offsets are those of PKWARE's APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16. */
export function unzipEntry(zip: Buffer, name: string): Buffer {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const nameLength = zip.readUInt16LE(at + 28);
    const rest = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const nameStart = at + directoryEntryLength;
    if (zip.toString('utf8', nameStart, nameStart + nameLength) === name) return content(zip, at);
    at = nameStart + nameLength + rest;
  }
  throw new BedError(`the zip has no entry ${name}`);
}

function content(zip: Buffer, at: number): Buffer {
  const local = zip.readUInt32LE(at + 42);
  const start = local + localHeaderLength + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
  return zip.readUInt16LE(at + 10) === deflated ? inflateRawSync(bytes) : bytes;
}

function findEnd(zip: Buffer): number {
  for (let at = zip.length - endLength; at >= 0; at -= 1) {
    if (zip.readUInt32LE(at) === endOfDirectory) return at;
  }
  throw new BedError('the file is not a zip archive');
}
