/** Work -> what it cost: of the clock, of this process, and of the programs of a control plane. */
import type { ControlPlane } from '../test/bed/control-plane.ts';
import { cpuOf, cpuOfEnded } from './cpu.ts';
import type { Cost } from './statistics.ts';

export async function inThisProcess(work: () => Promise<void>): Promise<Cost> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: performance.now() - start, cpu: (user + system) / 1000 };
}

/** Adds what the programs used that it started and that have ended. */
export async function withPrograms(work: () => Promise<void>): Promise<Cost> {
  const before = await cpuOfEnded();
  const { milliseconds, cpu } = await inThisProcess(work);
  return { milliseconds, cpu: cpu + (await cpuOfEnded()) - before };
}

/** Adds what the servers used meanwhile: a tool that asks more of them is not cheaper. */
export function serverMeter(
  bed: ControlPlane,
): <Known extends Cost>(work: () => Promise<Known>) => Promise<Known> {
  const used = async (): Promise<number> => cpuOf(bed.programs().map(({ pid }) => pid));
  return async (work) => {
    const before = await used();
    const known = await work();
    return { ...known, cpu: known.cpu + (await used()) - before };
  };
}
