/** Folders -> a command under which only they can be written to, as in a container with a read-only root. */
import { accessSync } from 'node:fs';

/**
 * Each folder is a mount of its own and `/tmp` an empty one without programs, as `--tmpfs /tmp` makes it; everything else
 * is read-only. Ends with 97 where that did not work, so that nothing passes on a machine that forbids it.
 */
const enter = `set -e
mount --make-rprivate /
writable=" "
while [ "$1" != -- ]; do
  mount --bind "$1" "$1"
  writable="$writable$1 "
  shift
done
shift
while read -r _ _ _ _ point _; do
  case "$writable" in *" $point "*) continue;; esac
  case "$point" in /proc*|/sys*|/dev*) continue;; esac
  mount -o remount,bind,ro "$point" 2>/dev/null || :
done </proc/self/mountinfo
mount -t tmpfs -o noexec,nosuid,nodev tmpfs "$TMPDIR"
for place in . /var /; do
  if (: >"$place/proofline-was-here") 2>/dev/null; then exit 97; fi
done
exec "$@"`;

/** TMPDIR of what is run must be one of the folders. */
export function readOnlyBut(folders: readonly string[]): readonly string[] {
  const unshare = '/usr/bin/unshare';
  accessSync(unshare);
  return [unshare, '--map-root-user', '--mount', '--', '/bin/sh', '-c', enter, 'sh', ...folders, '--'];
}
