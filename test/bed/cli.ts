/**
 * The bed by one command, from the repository's root:
 *   node test/bed/cli.ts up [part …]      etcd, kube-apiserver and the named parts (`all` for all) until Ctrl-C
 *   node test/bed/cli.ts build [name …]   only finds or builds the named programs (by default all but the judges of judges.ts)
 */
import { once } from 'node:events';

import { BedError } from './bed-error.ts';
import { allParts, startControlPlane } from './control-plane.ts';
import { judgeNames, type JudgeName } from './judges.ts';
import { resolve } from './resolve.ts';
import { programNames, type ProgramName } from './versions.ts';

const usage = 'usage: node test/bed/cli.ts up [all | part …] | build [name …]';

async function main([command, ...names]: readonly string[]): Promise<void> {
  if (command === 'build') return build(names);
  if (command === 'up') return up(names);
  throw new BedError(usage);
}

async function build(names: readonly string[]): Promise<void> {
  const wanted = names.length === 0 ? programNames : pick(names, [...programNames, ...judgeNames]);
  for (const name of wanted) console.log(`${name}\t${await resolve(name)}`);
}

async function up(names: readonly string[]): Promise<void> {
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  const parts = names.length === 0 ? [] : pick(names[0] === 'all' ? [] : names, allParts);
  const start = Date.now();
  const bed = await startControlPlane({ parts });
  console.log(`ready after ${String(Date.now() - start)} ms: ${bed.server}`);
  for (const { name, pid } of bed.programs()) console.log(`${name}\t${String(pid)}`);
  console.log(`audit log\t${bed.auditLog}\nexport KUBECONFIG=${bed.adminKubeconfig}`);
  const awake = setInterval(() => undefined, 60_000);
  await interrupted;
  clearInterval(awake);
  await bed.stop();
}

/** No names means all. */
function pick<Name extends ProgramName | JudgeName>(
  names: readonly string[],
  from: readonly Name[],
): readonly Name[] {
  const unknown = names.find((name) => !from.some((known) => known === name));
  if (unknown !== undefined) throw new BedError(`${unknown} is none of ${from.join(', ')}; ${usage}`);
  return names.length === 0 ? from : from.filter((name) => names.includes(name));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BedError)) throw error;
  console.error(`bed: ${error.message}`);
  process.exitCode = 2;
}
