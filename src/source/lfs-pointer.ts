/** A file's content -> whether it only points to Git LFS (git-lfs/docs/spec.md). */

const largestPointer = 1024;
const firstLine = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\/v\d+\n/u;

export function isLfsPointer(content: Buffer): boolean {
  if (content.length >= largestPointer) return false;
  const text = content.toString('latin1');
  return firstLine.test(text) && /^oid sha256:[0-9a-f]{64}$/mu.test(text);
}
