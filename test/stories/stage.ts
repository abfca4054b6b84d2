/**
 * Everything that a story needs, all of it real but GitHub: a control plane with the story's cluster in it, Proofline's
 * identity there, the stand-in for GitHub, and the App between them. The demo and the tests start it.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { startControlPlane, type ControlPlane } from '../bed/control-plane.ts';
import { clusterOf, untilGuarded } from '../bed/identity.ts';
import { sayOnStderr, type Say } from '../bed/progress.ts';
import { resolve } from '../bed/resolve.ts';
import type { GitHub } from '../github/github.ts';
import { startGitHub } from '../github/start-github.ts';
import { runProofline, type Variables } from './command-line.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { root, seedStory, type Renderers } from './story.ts';

export interface Stage {
  readonly bed: ControlPlane;
  readonly github: GitHub;
  readonly app: RunningApp;
  /** With which `app` was started; another App may be started with the same. */
  readonly variables: Variables;
  /** Of Proofline's identity in the cluster. */
  readonly kubeconfig: string;
  readonly renderers: Renderers;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly say?: Say;
  /** Of the stand-in's pages; a free one if not said. */
  readonly port?: number;
}

/** Nothing is left running when it throws. */
export async function openStage({ say = sayOnStderr, port }: StageOptions = {}): Promise<Stage> {
  const endings: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of endings.splice(0).toReversed()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'proofline-stage-'));
    endings.push(() => rm(folder, { recursive: true, force: true }));
    const starting = startControlPlane({ say });
    // Also when a program beside it cannot be had: what did not start needs no end.
    endings.push(async () => (await starting.catch(() => undefined))?.stop());
    const [bed, kubectl, helm4] = await Promise.all([
      starting,
      // Unpacked in seconds, where kustomize would have to be built.
      resolve('kubectl', { say }),
      resolve('helm4', { say }),
    ]);
    say(`a Kubernetes API server runs at ${bed.server}; filling it, and adding Proofline to it …`);
    const renderers = { kubectl, helm4 };
    await seedStory(bed, renderers);
    const kubeconfig = await addCluster(bed, folder);
    const github = await startGitHub(port === undefined ? {} : { port });
    endings.push(github.stop);
    await installAsManifest(github);
    const variables = await appVariables(github, { folder, kubeconfig, renderers });
    say(`a stand-in for GitHub runs at ${github.url}; starting the App …`);
    const app = await startApp(variables);
    endings.push(app.stop);
    github.deliverTo(app.webhookUrl);
    return { bed, github, app, variables, kubeconfig, renderers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const manifest = z.object({
  default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
  default_events: z.array(z.string()).min(1),
});

/** With the permissions and events of app.yml and no others, so that every story shows that they are enough. */
async function installAsManifest(github: GitHub): Promise<void> {
  const text = await readFile(join(root, 'app.yml'), 'utf8');
  const { default_permissions: permissions, default_events: events } = manifest.parse(parse(text));
  github.install('octo-org', permissions).events = events;
}

/** By the command that a cluster's owner would run. Answers with the path of Proofline's own kubeconfig. */
async function addCluster(bed: ControlPlane, folder: string): Promise<string> {
  const { code, stdout, stderr } = await runProofline(
    ['cluster', 'add', 'bed-admin', '--apply', '--kubeconfig'],
    { KUBECONFIG: bed.adminKubeconfig },
  );
  assert.equal(code, 0, stderr);
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, stdout, { mode: 0o600 });
  const cluster = await clusterOf(kubeconfig);
  await untilGuarded(cluster, AbortSignal.timeout(60_000));
  await cluster.close();
  return kubeconfig;
}

interface Operated {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly renderers: Renderers;
}

async function appVariables(github: GitHub, operated: Operated): Promise<Variables> {
  const { folder, kubeconfig, renderers } = operated;
  const config = join(folder, 'operator.yaml');
  const key = join(folder, 'fingerprint.key');
  // JSON is YAML. The key is always the same, so that the words of findings are.
  await writeFile(config, JSON.stringify(operatorConfig(kubeconfig, key)));
  await writeFile(key, 'a key of the stage, and of nothing else');
  const { host } = new URL(github.url);
  return {
    APP_ID: String(github.app.id),
    PRIVATE_KEY: github.app.privateKey,
    WEBHOOK_SECRET: github.app.webhookSecret,
    GHE_HOST: host,
    GHE_PROTOCOL: 'http',
    PROOFLINE_CONFIG: config,
    PROOFLINE_CACHE: join(folder, 'cache'),
    PROOFLINE_KUSTOMIZE: renderers.kubectl,
    PROOFLINE_HELM4: renderers.helm4,
  };
}

function operatorConfig(kubeconfig: string, fingerprintKeyFile: string): object {
  return {
    clusters: [{ name: 'production', reach: { kubeconfig } }],
    repositories: [
      {
        match: 'octo-org/*',
        clusters: ['production'],
        namespaces: ['shop', 'payments'],
        branches: ['stable'],
      },
    ],
    fingerprintKeyFile,
  };
}
