/** A packaged chart (.tgz) -> the texts of its files: only to look for functions in them; Helm unpacks it itself. */
import { gunzipSync } from 'node:zlib';

const block = 512;
/** Above what Helm itself unpacks (100 MiB of files), so that what it renders was looked at. */
const largest = 128 * 1024 * 1024;

/** Undefined when it is no gzipped tar, or too large. */
export function textsInArchive(archive: Buffer): ReadonlyMap<string, string> | undefined {
  let tar: Buffer;
  try {
    tar = gunzipSync(archive, { maxOutputLength: largest });
  } catch {
    return undefined;
  }
  const texts = new Map<string, string>();
  for (let offset = 0; offset + block <= tar.length;) {
    const header = tar.subarray(offset, offset + block);
    const size = Number.parseInt(field(header, 124, 12) || '0', 8);
    if (header[0] === 0 || !Number.isSafeInteger(size) || size < 0) break;
    const start = offset + block;
    const prefix = field(header, 257, 5) === 'ustar' ? field(header, 345, 155) : '';
    const name = field(header, 0, 100);
    texts.set(prefix === '' ? name : `${prefix}/${name}`, tar.subarray(start, start + size).toString('utf8'));
    offset = start + Math.ceil(size / block) * block;
  }
  return texts;
}

function field(header: Buffer, start: number, length: number): string {
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return bytes
    .subarray(0, end < 0 ? length : end)
    .toString('utf8')
    .trim();
}
