/**
 * Starts a real Flux beside a control plane: source-controller, kustomize-controller and helm-controller, as processes of
 * this machine.
 *
 *     const flux = await startFlux(bed, '2.9');
 *     …                                  // sources, Kustomizations and HelmReleases in any namespace
 *     await flux.stop();                 // its objects stay in the cluster
 *
 * Each process has the credential of its ServiceAccount, with the rights that its release gives it.
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { accountKubeconfig } from '../account-kubeconfig.ts';
import { answers } from '../answers.ts';
import type { ControlPlane } from '../control-plane.ts';
import { define, isDefinition, untilServed } from '../define.ts';
import { freePorts } from '../free-ports.ts';
import { openHousehold, type Household } from '../household.ts';
import { untilReady } from '../ready.ts';
import { readReleased } from '../released.ts';
import { resolve } from '../resolve.ts';
import { seed } from '../seed.ts';
import { asInstalled, fluxNamespace } from './installation.ts';
import { fluxControllers, fluxSources, type FluxController, type FluxProgram } from './sources.ts';

/** The minor of Flux, as its users know it: each controller has a version of its own. */
export const fluxLines = ['2.9', '2.7'] as const;

export type FluxLine = (typeof fluxLines)[number];

export interface Flux {
  /** `logs/` has what each process wrote. */
  readonly folder: string;
  readonly programs: Household['programs'];
  readonly stop: () => Promise<void>;
}

const programsOf: Readonly<Record<FluxLine, Readonly<Record<FluxController, FluxProgram>>>> = {
  '2.9': {
    'source-controller': 'source-controller-1.9',
    'kustomize-controller': 'kustomize-controller-1.9',
    'helm-controller': 'helm-controller-1.6',
  },
  '2.7': {
    'source-controller': 'source-controller-1.7',
    'kustomize-controller': 'kustomize-controller-1.7',
    'helm-controller': 'helm-controller-1.4',
  },
};

/** Throws BedError when a program cannot be had or does not become ready; nothing is left running then. */
export async function startFlux(bed: ControlPlane, line: FluxLine): Promise<Flux> {
  const household = await openHousehold();
  try {
    await seed(bed, [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: fluxNamespace } }]);
    const files = new Map<FluxController, string>();
    for (const controller of fluxControllers) {
      const file = await resolve(programsOf[line][controller]);
      files.set(controller, file);
      const { version } = fluxSources[programsOf[line][controller]];
      const released = await readReleased(join(dirname(file), 'install.yaml'));
      const objects = asInstalled({ controller, version, objects: released });
      const definitions = objects.filter(isDefinition);
      for (const each of definitions) await define(bed, each);
      await untilServed(bed, definitions);
      await seed(
        bed,
        objects.filter((each) => !isDefinition(each)),
        'flux-installer',
      );
    }
    await Promise.all(
      [...files].map(async ([controller, file]) => {
        await start(bed, household, { controller, file });
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
  { controller, file }: { readonly controller: FluxController; readonly file: string },
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
