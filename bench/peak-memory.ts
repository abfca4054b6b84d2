/** Preloaded into a process: at its end, its peak resident memory goes to the file that the environment names, in kilobytes. */
import { readFileSync, writeFileSync } from 'node:fs';

/** The kernel's own count begins anew with the program; `maxRSS` keeps that of the process that started it. */
function peak(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes ?? process.resourceUsage().maxRSS);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

const file = process.env['BENCH_PEAK_MEMORY'];
process.on('exit', () => {
  if (file !== undefined) writeFileSync(file, String(peak()));
});
