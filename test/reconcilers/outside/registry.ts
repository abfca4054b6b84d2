/** A folder -> a real OCI registry (CNCF Distribution) on loopback, without TLS, into which the real helm pushes charts. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { stringify } from 'yaml';

import { answers } from '../../bed/answers.ts';
import { freePorts } from '../../bed/free-ports.ts';
import type { Household } from '../../bed/household.ts';
import { untilReady } from '../../bed/ready.ts';
import { resolve } from '../../bed/resolve.ts';
import { helm, packageChart, type ChartShelf } from './chart-package.ts';

export interface Registry {
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly shelfOf: (story: string) => ChartShelf;
}

/** Ends with the household. */
export async function openRegistry(household: Household): Promise<Registry> {
  const { folder } = household;
  const [port = 0] = await freePorts(1);
  const host = `127.0.0.1:${String(port)}`;
  const config = join(folder, 'registry.yaml');
  const storage = { filesystem: { rootdirectory: join(folder, 'registry') } };
  await writeFile(config, stringify({ version: 0.1, storage, http: { addr: host } }));
  const file = await resolve('docker-registry');
  const running = household.start({ name: 'docker-registry', file, args: ['serve', config] });
  await untilReady(running, async () => answers(`http://${host}/v2/`));
  return {
    host,
    shelfOf: (story) => ({
      repoURL: `${host}/${story}`,
      publish: async (chart) => {
        const archive = await packageChart(chart, join(folder, 'pushed', story));
        await helm(folder, ['push', archive, `oci://${host}/${story}`, '--plain-http']);
      },
    }),
  };
}
