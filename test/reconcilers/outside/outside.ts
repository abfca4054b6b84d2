/** Servers that no story owns -> what each of them has for a story: charts over HTTP, charts of a registry, another repository. */
import { join } from 'node:path';

import { openHousehold } from '../../bed/household.ts';
import type { GitHub } from '../../github/github.ts';
import type { HostedRepository } from '../../github/hosted-repository.ts';
import { openChartHost } from './chart-host.ts';
import type { ChartShelf } from './chart-package.ts';
import { openRegistry } from './registry.ts';

export interface StoryOutside {
  readonly charts: ChartShelf;
  readonly registry: ChartShelf;
  /** Another repository of the same Git server, empty. */
  readonly repository: () => Promise<HostedRepository>;
}

export interface Outside {
  /** `host:port` of each server, as an operator names it. */
  readonly hosts: readonly string[];
  readonly of: (story: string) => StoryOutside;
  readonly close: () => Promise<void>;
}

/** Nothing of it is left running when it throws. */
export async function openOutside(github: GitHub): Promise<Outside> {
  const household = await openHousehold();
  try {
    const registry = await openRegistry(household);
    const charts = await openChartHost(join(household.folder, 'charts'));
    return {
      hosts: [charts.host, registry.host, new URL(github.url).host],
      of: (story) => ({
        charts: charts.shelfOf(story),
        registry: registry.shelfOf(story),
        repository: async () => github.createRepository({ name: `${story}-other`, private: false }),
      }),
      close: async () => {
        await charts.close();
        await household.end();
      },
    };
  } catch (error) {
    await household.end();
    throw error;
  }
}
