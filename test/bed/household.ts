/**
 * A temporary folder and the programs that live in it -> all gone, whatever ends this process.
 *
 * A shell of its own session waits at the end of a pipe that this process holds. The kernel closes the pipe also when
 * this process is killed, and the shell then kills the programs and removes the folder. So no signal handler is needed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Launch {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** This process's own environment where it is not given. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Running {
  readonly name: string;
  readonly pid: number;
  /** True when the program has ended by itself or was ended. */
  readonly ended: () => boolean;
  /** The last lines that it wrote. */
  readonly lastWords: () => Promise<string>;
}

export interface Household {
  readonly folder: string;
  readonly start: (program: Launch) => Running;
  readonly programs: () => readonly Running[];
  readonly end: () => Promise<void>;
}

/** Go programs: collections of a small heap are a third of the processor time in which a control plane starts. */
const seldomCollected = { GOGC: '400', GOMEMLIMIT: '2GiB' };

const watch =
  'cat >/dev/null; while read -r pid; do kill -9 "$pid" 2>/dev/null; done <"$1/pids"; sleep 0.2; rm -rf "$1"';

export async function openHousehold(): Promise<Household> {
  const folder = await mkdtemp(join(tmpdir(), 'proofline-bed-'));
  mkdirSync(join(folder, 'logs'));
  const children = new Map<Running, ChildProcess>();
  const notePids = (): void => {
    const pids = [...children.keys()]
      .filter((running) => running.pid > 0 && !running.ended())
      .map((running) => `${String(running.pid)}\n`);
    writeFileSync(join(folder, 'pids'), pids.join(''));
  };
  notePids();
  const watcher = spawn('/bin/sh', ['-c', watch, 'proofline-bed-watch', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();

  return {
    folder,
    programs: () => [...children.keys()],
    start: (program) => {
      const [running, child] = launch(program, folder);
      children.set(running, child);
      notePids();
      child.once('exit', notePids);
      return running;
    },
    end: async () => {
      await Promise.all([...children.values()].map(kill));
      await rm(folder, { recursive: true, force: true });
      watcher.stdin.end();
    },
  };
}

/** Its own session, so that Ctrl-C on a terminal reaches this process and not its programs. */
function launch(program: Launch, folder: string): [Running, ChildProcess] {
  const log = join(folder, 'logs', `${program.name}.log`);
  const output = openSync(log, 'a');
  const child = spawn(program.file, program.args, {
    cwd: folder,
    env: { ...seldomCollected, ...(program.env ?? process.env) },
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const running: Running = {
    name: program.name,
    pid: child.pid ?? 0,
    ended: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    lastWords: async () =>
      failure?.message ?? (await readFile(log, 'utf8')).trim().split('\n').slice(-12).join('\n'),
  };
  return [running, child];
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
