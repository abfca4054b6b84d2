/** Paths of helm, kustomize and the like -> the `Run` that render/ asks for: clean environment, limits, no network. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { type Command, type Outcome, type ProgramName, type Run } from '../render/program.ts';
import { limits as defaults, type Limits } from '../render/sandbox.ts';
import { runBounded } from './bounded.ts';
import {
  confinedCommand,
  confinementWorks,
  cpuSeconds,
  executable,
  findTools,
  systemPath,
  type Tools,
} from './confinement.ts';
import { asKustomize, isKubectl, kubectlArgs, kubectlCannotEdit } from './kubectl-kustomize.ts';
import { slots } from './slots.ts';

/** Absolute paths of the programs; a missing one makes units that need it a gap. */
export type ProgramPaths = { readonly [name in ProgramName]?: string };

export interface RunnerOptions {
  readonly programs: ProgramPaths;
  readonly limits?: Limits;
  /** `none` does without namespaces even where the machine allows them. */
  readonly confinement?: 'full' | 'none';
}

export interface Runner extends Run {
  /** The same, but its programs are killed, and no more are started, once the signal aborts. */
  until(stop: AbortSignal): Run;
  /** Removes its temporary folder. */
  close(): Promise<void>;
}

const variableOf = {
  kustomize: 'PROOFLINE_KUSTOMIZE',
  helm3: 'PROOFLINE_HELM3',
  helm4: 'PROOFLINE_HELM4',
  jsonnet: 'PROOFLINE_JSONNET',
  gotemplate: 'PROOFLINE_GOTEMPLATE',
} as const satisfies Record<ProgramName, string>;

/** By these names they are looked for on PATH. */
const calledOf = {
  kustomize: 'kustomize or kubectl',
  helm3: 'helm3',
  helm4: 'helm4 or helm',
  jsonnet: 'jsonnet',
  gotemplate: 'proofline-gotemplate',
} as const satisfies Record<ProgramName, string>;

const versionArgs = {
  kustomize: ['version'],
  helm3: ['version', '--short'],
  helm4: ['version', '--short'],
  jsonnet: ['--version'],
  gotemplate: ['version'],
} as const satisfies Record<ProgramName, readonly string[]>;

export async function openRunner(options: RunnerOptions): Promise<Runner> {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-run-'));
  const root = join(folder, 'root');
  await mkdir(root);
  const tools = await findTools();
  const allowed =
    options.confinement !== 'none' &&
    (await confinementWorks(tools, { cwd: root, env: { PATH: systemPath } }));
  const place: Place = { folder, root, tools, limits: options.limits ?? defaults, confined: allowed };

  // More at a time than there are processors only brings each of them nearer to its time-out.
  const places = slots(availableParallelism());
  const run = async (command: Command, stop?: AbortSignal): Promise<Outcome> => {
    const found = await locate(options.programs, command.program);
    if (found.kind === 'not-found') return found;
    const started = command.starts && (await locate(options.programs, command.starts.program));
    if (started?.kind === 'not-found') return started;
    const given = withStarted(command, started?.path);
    if (command.program !== 'kustomize' || !isKubectl(found.path)) {
      return places.run(async () => runProgram(place, found.path, { ...given, stop }));
    }
    const args = kubectlArgs(given.args);
    if (args === undefined) return { kind: 'not-found', why: kubectlCannotEdit };
    return asKustomize(await places.run(async () => runProgram(place, found.path, { ...given, args, stop })));
  };

  const versions = new Map<ProgramName, Promise<string | undefined>>();
  const version = async (program: ProgramName): Promise<string | undefined> => {
    const known =
      versions.get(program) ?? run({ program, args: versionArgs[program], reads: [] }).then(versionIn);
    versions.set(program, known);
    const answer = await known;
    // Asked again: a machine under load may not have answered in time.
    if (answer === undefined) versions.delete(program);
    return answer;
  };
  const confinement = allowed ? 'full' : 'none';
  return {
    confinement,
    run: async (command) => run(command),
    version,
    until: (stop) => ({ confinement, version, run: async (command) => run(command, stop) }),
    close: async () => rm(folder, { recursive: true, force: true }),
  };
}

type Located = { readonly kind: 'path'; readonly path: string } | Extract<Outcome, { kind: 'not-found' }>;

async function locate(programs: ProgramPaths, name: ProgramName): Promise<Located> {
  const path = programs[name];
  if (path === undefined) {
    const why = `there is no ${calledOf[name]} on PATH, and ${variableOf[name]} names none`;
    return { kind: 'not-found', why };
  }
  if (isAbsolute(path) && (await executable(path))) return { kind: 'path', path };
  return { kind: 'not-found', why: `${name} is configured as ${path}, which is no program` };
}

/** Behind the first argument, which is the subcommand. */
function withStarted(command: Command, path: string | undefined): Command & Pick<Stoppable, 'code'> {
  const { args, starts } = command;
  if (starts === undefined || path === undefined) return command;
  const [subcommand = '', ...rest] = args;
  return {
    ...command,
    args: [subcommand, `${starts.argument}${path}`, ...rest],
    // What Go starts has its standard input and output from there where they are not connected.
    code: [path, '/dev/null'],
  };
}

interface Place {
  readonly folder: string;
  readonly root: string;
  readonly tools: Tools;
  readonly limits: Limits;
  readonly confined: boolean;
}

interface Stoppable extends Command {
  /** What it starts, in the confinement. */
  readonly code?: readonly string[];
  readonly stop: AbortSignal | undefined;
}

async function runProgram(place: Place, program: string, command: Stoppable): Promise<Outcome> {
  if (command.stop?.aborted === true) return { kind: 'stopped' };
  const { unshare } = place.tools;
  // In the confinement it is a path of its own file system alone.
  if (place.confined && unshare !== undefined) {
    const home = join(place.folder, `home-${randomUUID()}`);
    const confined = { ...command, unshare, root: place.root, limits: place.limits, program };
    const line = await confinedCommand({ ...confined, code: command.code ?? [] });
    return start(place, line, { home, cwd: place.folder, command });
  }
  const home = await mkdtemp(join(place.folder, 'home-'));
  try {
    const line = [...bounded(place), program, ...command.args];
    return await start(place, line, { home, cwd: command.cwd ?? home, command });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface Started {
  readonly home: string;
  readonly cwd: string;
  readonly command: Stoppable;
}

async function start(
  place: Place,
  [file = '', ...args]: readonly string[],
  { home, cwd, command }: Started,
): Promise<Outcome> {
  const ended = await runBounded({
    file,
    args,
    cwd,
    env: environment(place, home),
    bounds: place.limits,
    input: command.stdin,
    signal: command.stop,
  });
  return ended.kind === 'not-started' ? { kind: 'not-found', why: ended.why } : ended;
}

function bounded({ tools, limits }: Place): readonly string[] {
  if (tools.prlimit === undefined) return [];
  const bounds = [`--as=${String(limits.addressBytes)}`, '--core=0', `--cpu=${String(cpuSeconds(limits))}`];
  return [tools.prlimit, ...bounds, '--'];
}

function environment({ confined, limits }: Place, home: string): Readonly<Record<string, string>> {
  // Port 9 (discard) is closed on every ordinary machine.
  const nowhere = 'http://127.0.0.1:9';
  return {
    // In the confinement no system program exists; outside, kustomize would find git.
    PATH: confined ? systemPath : join(home, 'no-programs'),
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: home,
    TMPDIR: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    HELM_CACHE_HOME: join(home, 'cache'),
    HELM_CONFIG_HOME: join(home, 'config'),
    HELM_DATA_HOME: join(home, 'data'),
    HELM_PLUGINS: join(home, 'no-plugins'),
    GOMEMLIMIT: String(limits.softMemoryBytes),
    // A program of a tenth of a second otherwise spends a fifth of it on collections of a heap of 4 MB.
    GOGC: '400',
    GIT_ALLOW_PROTOCOL: 'none',
    http_proxy: nowhere,
    https_proxy: nowhere,
    all_proxy: nowhere,
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    ALL_PROXY: nowhere,
  };
}

/** `v5.8.1`, or `v4.1.4+g05fa379` of which the build is left out. */
function versionIn(outcome: Outcome): string | undefined {
  if (outcome.kind !== 'exited' || outcome.code !== 0) return undefined;
  return /v?\d+\.\d+\.\d+[-.\w]*/u.exec(outcome.stdout.toString('utf8'))?.[0];
}
