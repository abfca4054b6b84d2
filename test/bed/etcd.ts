/** A household -> etcd in it, ready, on a free loopback port. */
import { join } from 'node:path';

import { answers } from './answers.ts';
import { freePorts } from './free-ports.ts';
import type { Household } from './household.ts';
import { untilReady } from './ready.ts';

export async function startEtcd(household: Household, file: string): Promise<string> {
  const [clients = 0, peers = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${String(clients)}`;
  const running = household.start({
    name: 'etcd',
    file,
    args: [
      `--data-dir=${join(household.folder, 'etcd')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=http://127.0.0.1:${String(peers)}`,
      '--unsafe-no-fsync',
      '--log-level=warn',
    ],
  });
  await untilReady(running, async () => answers(`${url}/health`));
  return url;
}
