/**
 * Starts a real Flux beside a control plane: source-controller and kustomize-controller, as processes of this machine.
 *
 *     const flux = await startFlux(bed, '1.9');
 *     …                                  // GitRepositories and Kustomizations in any namespace
 *     await flux.stop();                 // its objects stay in the cluster
 *
 * Each process has the credential of its ServiceAccount, with the rights that its release gives it.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { accountKubeconfig } from '../account-kubeconfig.ts';
import { answers } from '../answers.ts';
import type { ControlPlane } from '../control-plane.ts';
import { define, isDefinition } from '../define.ts';
import { freePorts } from '../free-ports.ts';
import { openHousehold, type Household } from '../household.ts';
import { judges } from '../judges.ts';
import { untilReady } from '../ready.ts';
import { readReleased } from '../released.ts';
import { resolve } from '../resolve.ts';
import { seed } from '../seed.ts';
import { asInstalled, fluxNamespace } from './installation.ts';

/** The minor of source-controller and kustomize-controller. */
export const fluxLines = ['1.9'] as const;

export type FluxLine = (typeof fluxLines)[number];

export interface Flux {
  /** `logs/` has what each process wrote. */
  readonly folder: string;
  readonly programs: Household['programs'];
  readonly stop: () => Promise<void>;
}

const controllers = ['source-controller', 'kustomize-controller'] as const;

type Controller = (typeof controllers)[number];

/** Throws BedError when a program cannot be had or does not become ready; nothing is left running then. */
export async function startFlux(bed: ControlPlane, line: FluxLine): Promise<Flux> {
  const household = await openHousehold();
  try {
    await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: fluxNamespace } }]);
    for (const controller of controllers) {
      const program = `${controller}-${line}` as const;
      const file = await resolve(program);
      const version = judges[program].sources[0]?.version ?? line;
      const released = await readReleased(join(dirname(file), 'install.yaml'));
      const objects = asInstalled({ controller, version, objects: released });
      for (const each of objects.filter(isDefinition)) await define(bed, each);
      await seed(
        bed,
        objects.filter((each) => !isDefinition(each)),
        'flux-installer',
      );
    }
    await Promise.all(
      controllers.map(async (controller) => {
        await start(bed, household, { controller, file: await resolve(`${controller}-${line}`) });
      }),
    );
  } catch (error) {
    await household.end();
    throw error;
  }
  return { folder: household.folder, programs: household.programs, stop: household.end };
}

async function start(
  bed: ControlPlane,
  household: Household,
  { controller, file }: { readonly controller: Controller; readonly file: string },
): Promise<void> {
  const [health = 0, metrics = 0, storage = 0] = await freePorts(3);
  const home = join(household.folder, controller);
  await mkdir(join(home, 'tmp'), { recursive: true });
  const address = `127.0.0.1:${String(storage)}`;
  const ofSources = [`--storage-path=${home}`, `--storage-addr=${address}`, `--storage-adv-addr=${address}`];
  const running = household.start({
    name: controller,
    file,
    args: [
      '--watch-all-namespaces',
      '--enable-leader-election=false',
      // What waits for another one looks again soon.
      '--requeue-dependency=1s',
      `--health-addr=127.0.0.1:${String(health)}`,
      `--metrics-addr=127.0.0.1:${String(metrics)}`,
      ...(controller === 'source-controller' ? ofSources : []),
    ],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: join(home, 'tmp'),
      RUNTIME_NAMESPACE: fluxNamespace,
      KUBECONFIG: await accountKubeconfig(
        bed,
        { namespace: fluxNamespace, name: controller },
        household.folder,
      ),
    },
  });
  await untilReady(running, async () => answers(`http://127.0.0.1:${String(health)}/readyz`));
}
