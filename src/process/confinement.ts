/** A program -> the command line that runs it without network, seeing only its own file and the directories given to it. */
import { access, constants, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Limits } from '../render/sandbox.ts';
import { runBounded, type Invocation } from './bounded.ts';

/** Never the caller's PATH: these tools guard, so they come from the system. */
const systemFolders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'] as const;
export const systemPath = systemFolders.join(':');

/** Programs of util-linux; undefined where this machine has none. */
export interface Tools {
  readonly unshare: string | undefined;
  readonly prlimit: string | undefined;
}

export async function findTools(): Promise<Tools> {
  return { unshare: await find('unshare'), prlimit: await find('prlimit') };
}

async function find(name: string): Promise<string | undefined> {
  for (const folder of systemFolders) {
    const path = join(folder, name);
    if (await executable(path)) return path;
  }
  return undefined;
}

export async function executable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Constant; what varies comes in as positional arguments, which the shell does not read as code.
 * Mount points live in a mount namespace of this run alone, so concurrent runs share one empty root folder.
 * All flags that what is mounted may have are named, such as the nosuid of a /tmp of its own: a user namespace may drop
 * none of them, and a mount that was to drop one would stay writable. Each program that is started costs milliseconds.
 */
const enter = `set -e
root=$1 temporary=$2 program=$3 start=$4 directories=$5
ulimit -c 0
ulimit -t "$6"
ulimit -v "$7"
shift 7
mount -t tmpfs -o "size=$temporary,mode=0755,nosuid,nodev" tmpfs "$root"
set -f
IFS='
'
mkdir -p "$root$HOME" "$root/tmp" $directories
unset IFS
while [ "$1" != -- ]; do
  mount -o bind,ro,nosuid,nodev,noexec "$1" "$root$1"
  shift
done
shift
while [ "$1" != -- ]; do
  flags=bind,ro,nosuid,nodev
  if [ ! -d "$1" ]; then
    : > "$root$1"
    [ ! -c "$1" ] || flags=bind,ro,nosuid
  fi
  mount -o "$flags" "$1" "$root$1"
  shift
done
shift
while [ "$1" != -- ]; do
  mount --bind "$1" "$root$1"
  shift
done
shift
: > "$root$program"
mount -o bind,ro,nosuid,nodev "$program" "$root$program"
[ -n "$start" ] || exec chroot "$root" "$program" "$@"
exec unshare --root="$root" --wd="$start" "$program" "$@"`;

const isolate = ['--map-root-user', '--net', '--mount', '--pid', '--fork', '--kill-child'] as const;

export interface Confined {
  readonly unshare: string;
  /** An empty folder. */
  readonly root: string;
  readonly limits: Limits;
  readonly program: string;
  /** Directories with nothing in them that is run. */
  readonly reads: readonly string[];
  /** Files that the program starts, or cannot do without. */
  readonly code: readonly string[];
  readonly writes?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly args: readonly string[];
}

export async function confinedCommand(confined: Confined): Promise<readonly string[]> {
  const { unshare, root, limits, program, args, reads, writes = [], cwd = '' } = confined;
  const code = [...confined.code, ...(await librariesOf(program))];
  return [
    unshare,
    ...isolate,
    '--',
    '/bin/sh',
    '-c',
    enter,
    'sh',
    root,
    String(limits.temporaryBytes),
    program,
    cwd,
    (await directoriesIn({ ...confined, code })).join('\n'),
    String(cpuSeconds(limits)),
    String(Math.floor(limits.addressBytes / 1024)),
    ...reads,
    '--',
    ...code,
    '--',
    ...writes,
    '--',
    ...args,
  ];
}

/** The CPU bound ends a program whose Proofline was killed and can no longer stop it. */
export function cpuSeconds({ seconds }: Limits): number {
  return Math.ceil(seconds) * 2;
}

/** All that have to be there before something is mounted, made by one program. */
async function directoriesIn({
  root,
  program,
  reads,
  code,
  writes = [],
}: Confined): Promise<readonly string[]> {
  const kinds = await Promise.all(
    code.map(async (path) => ((await stat(path)).isDirectory() ? path : dirname(path))),
  );
  const paths = [...new Set([dirname(program), ...reads, ...kinds, ...writes])];
  const odd = paths.find((path) => path.includes('\n'));
  if (odd !== undefined) throw new Error(`a line break in the name of a directory: ${JSON.stringify(odd)}`);
  return paths.map((path) => join(root, path));
}

/** Helm and kustomize are published as static programs; a distribution's may need its loader. */
async function librariesOf(program: string): Promise<readonly string[]> {
  const file = await open(program);
  try {
    const { buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    if (!buffer.includes('/ld-')) return [];
  } finally {
    await file.close();
  }
  const present = await Promise.all(
    ['/lib', '/lib64', '/usr/lib', '/nix/store'].map(async (path) =>
      (await executable(path)) ? [path] : [],
    ),
  );
  return present.flat();
}

/** Whether the machine allows it: containers often forbid user namespaces or mounts in them. */
export async function confinementWorks(
  tools: Tools,
  probe: Pick<Invocation, 'cwd' | 'env'>,
): Promise<boolean> {
  if (tools.unshare === undefined) return false;
  const script = 'mount -t tmpfs tmpfs "$1" && mkdir "$1/a" && mount -o bind,ro,nosuid,nodev /bin "$1/a"';
  const ended = await runBounded({
    ...probe,
    file: tools.unshare,
    args: [...isolate, '--', '/bin/sh', '-c', script, 'sh', probe.cwd],
    bounds: { seconds: 10, stdoutBytes: 4096, stderrBytes: 4096 },
  });
  return ended.kind === 'exited' && ended.code === 0;
}
