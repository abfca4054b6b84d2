/** `proofline cluster add`: prints the identity that Proofline needs in a cluster, and applies it when told to. */
import { readEnvironment } from '../config/environment.ts';
import { clusterAdd } from '../kube/cluster-add.ts';
import type { ClusterAdd } from '../kube/cluster-add.ts';
import { wallClock } from '../kube/wall-clock.ts';
import { createMask } from '../object/mask.ts';
import type { ClusterAddCommand } from './arguments.ts';

const deadlineMs = 60_000;
/** Renewed by running the command again; an API server may grant less. */
const tokenSeconds = 90 * 24 * 60 * 60;

/** Resolves to the exit code. Rejects with ClusterError. */
export async function addCluster(command: ClusterAddCommand): Promise<number> {
  const { kubeconfigs } = readEnvironment();
  const add = await clusterAdd({
    name: command.context,
    access: { kind: 'kubeconfig', files: kubeconfigs, context: command.context },
    secrets: command.secrets,
    clock: wallClock,
    signal: wallClock.deadline(deadlineMs),
  });
  try {
    await write(add, command);
  } finally {
    await add.close();
  }
  return 0;
}

async function write(add: ClusterAdd, { apply, context, printKubeconfig }: ClusterAddCommand): Promise<void> {
  if (apply) {
    for (const name of await add.apply())
      process.stderr.write(`${createMask().text(context)}: ${name} applied\n`);
  }
  if (printKubeconfig) {
    const { text, expires } = await add.kubeconfig(tokenSeconds);
    process.stdout.write(text);
    process.stderr.write(`The token in this kubeconfig ends at ${expires}; run this again before that.\n`);
  } else if (!apply) process.stdout.write(add.yaml);
}
