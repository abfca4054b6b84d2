/** Processes -> the processor time that they have used. On a machine that others use too, it is steadier than the clock. */
import { readFile } from 'node:fs/promises';

/** `getconf CLK_TCK` on every Linux that Node runs on. */
const ticksASecond = 100;

/** In milliseconds; NaN where there is no /proc. */
export async function cpuOf(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(ticksOf));
  return (each.reduce((sum, ticks) => sum + ticks, 0) * 1000) / ticksASecond;
}

/** proc_pid_stat(5): fields 14 and 15, counted after the name, which may hold anything. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8').catch(() => undefined);
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields === undefined ? Number.NaN : Number(fields[11]) + Number(fields[12]);
}

/** Of the programs that this process has started, and that they have started; those that have ended. In milliseconds. */
export async function cpuOfEnded(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksASecond;
}

/** `times` of a POSIX shell, whose last line is about the programs that the shell has run: `0m1.250s 0m0.310s`. */
export const withTimes = ['/bin/sh', '-c', '"$@"; code=$?; times >&2; exit $code', 'sh'] as const;

/** In milliseconds. Throws where the shell did not say it. */
export function cpuIn(stderr: string): number {
  const said = /(?<user>\d+m[\d.]+)s (?<system>\d+m[\d.]+)s\s*$/u.exec(stderr)?.groups;
  if (said === undefined) throw new Error(`the shell did not say how long it took: ${stderr}`);
  return millisecondsOf(said['user'] ?? '') + millisecondsOf(said['system'] ?? '');
}

function millisecondsOf(text: string): number {
  const [minutes, seconds] = text.split('m');
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}
