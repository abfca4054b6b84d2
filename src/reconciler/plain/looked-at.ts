/** A blob that was looked at -> whether it looks like a manifest: its content never changes, so neither does that. */
import { posix } from 'node:path';

/** Some 100 bytes each. */
const most = 200_000;
const known = new Map<string, boolean>();

export interface Looked {
  readonly path: string;
  readonly oid: string;
}

/** Undefined when it was not looked at. Base and head share nearly all blobs, and so do the reviews of a repository. */
export function wasManifest(blob: Looked): boolean | undefined {
  return known.get(keyOf(blob));
}

export function remember(blob: Looked, isManifest: boolean): boolean {
  if (known.size >= most) known.clear();
  known.set(keyOf(blob), isManifest);
  return isManifest;
}

/** JSON is judged by other rules. */
function keyOf({ path, oid }: Looked): string {
  return `${oid}${posix.extname(path)}`;
}
