/** A household and an installation's settings -> the processes of Argo CD in it, ready, on free loopback ports. */
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import type { KubeObject } from '../../../src/object/kube-object.ts';
import { answers } from '../answers.ts';
import { freePorts } from '../free-ports.ts';
import type { Household, Running } from '../household.ts';
import { untilReady } from '../ready.ts';
import { argoCdNamespace, componentEnvironment, type ArgoCdSettings } from './installation.ts';

export interface Beside {
  readonly household: Household;
  readonly objects: readonly KubeObject[];
  readonly settings: ArgoCdSettings;
  /** The folder with the executables. */
  readonly path: string;
  readonly redis: string;
  readonly kubeconfigs: ReadonlyMap<string, string>;
}

export async function startProcesses(beside: Beside): Promise<void> {
  const [redisPort = 0, repoPort = 0, repoMetrics = 0, controllerMetrics = 0, ...rest] = await freePorts(7);
  const [setMetrics = 0, setProbe = 0, setWebhook = 0] = rest;
  const redis = await startRedis(beside, redisPort);
  const repoServer = `127.0.0.1:${String(repoPort)}`;
  const repo = await start(beside, 'argocd-repo-server', [
    `--redis=${redis}`,
    '--address=127.0.0.1',
    `--port=${String(repoPort)}`,
    '--metrics-address=127.0.0.1',
    `--metrics-port=${String(repoMetrics)}`,
    '--disable-tls',
    ...(has(beside, 'ARGOCD_REPO_SERVER_CLIENT_CA_PATH') ? ['--client-ca-path='] : []),
  ]);
  await untilReady(repo, async () => answers(`http://127.0.0.1:${String(repoMetrics)}/healthz?full=true`));
  const controller = await start(beside, 'argocd-application-controller', [
    `--namespace=${argoCdNamespace}`,
    `--redis=${redis}`,
    `--repo-server=${repoServer}`,
    '--repo-server-plaintext',
    `--metrics-port=${String(controllerMetrics)}`,
  ]);
  const sets = await start(beside, 'argocd-applicationset-controller', [
    `--namespace=${argoCdNamespace}`,
    `--argocd-repo-server=${repoServer}`,
    '--repo-server-plaintext',
    `--metrics-addr=127.0.0.1:${String(setMetrics)}`,
    `--probe-addr=127.0.0.1:${String(setProbe)}`,
    `--webhook-addr=127.0.0.1:${String(setWebhook)}`,
  ]);
  await untilReady(controller, async () => answers(`http://127.0.0.1:${String(controllerMetrics)}/healthz`));
  // It has no health check of its own; its metrics come up with its manager.
  await untilReady(sets, async () => answers(`http://127.0.0.1:${String(setMetrics)}/metrics`));
}

async function startRedis({ household, redis }: Beside, port: number): Promise<string> {
  const running = household.start({
    name: 'redis-server',
    file: redis,
    args: ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no'],
  });
  await untilReady(running, async () => accepts(port));
  return `127.0.0.1:${String(port)}`;
}

async function start(beside: Beside, name: string, args: readonly string[]): Promise<Running> {
  const { household, path, kubeconfigs } = beside;
  const home = join(household.folder, name);
  const temporary = join(home, 'tmp');
  await mkdir(temporary, { recursive: true });
  const kubeconfig = kubeconfigs.get(name);
  return household.start({
    name,
    file: join(path, name),
    args: [...args, '--loglevel=info'],
    env: {
      ...componentEnvironment(beside.objects, name, beside.settings),
      ...quick,
      PATH: `${path}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      TMPDIR: temporary,
      KUBECACHEDIR: join(home, 'kube-cache'),
      HELM_CACHE_HOME: join(home, 'helm'),
      HELM_CONFIG_HOME: join(home, 'helm'),
      HELM_DATA_HOME: join(home, 'helm'),
      ARGOCD_SSH_DATA_PATH: home,
      ARGOCD_TLS_DATA_PATH: home,
      ARGOCD_PLUGINSOCKFILEPATH: home,
      ARGOCD_GPG_ENABLED: 'false',
      // https://kubernetes.default.svc is then the cluster of the kubeconfig.
      ARGOCD_FAKE_IN_CLUSTER: 'true',
      ...(kubeconfig === undefined ? {} : { KUBECONFIG: kubeconfig }),
    },
  });
}

/** Nothing is looked at again before it is asked for, the pause between two waves is as short as it can be, and no Events are written. */
const quick = {
  ARGOCD_RECONCILIATION_TIMEOUT: '24h',
  ARGOCD_RECONCILIATION_JITTER: '0',
  ARGOCD_SYNC_WAVE_DELAY: '1',
  ARGOCD_GIT_ATTEMPTS_COUNT: '1',
  ARGOCD_ENABLE_K8S_EVENT: 'none',
};

/** Whether this version's repo-server knows a variable, and so the flag of the same meaning. */
function has({ objects }: Beside, variable: string): boolean {
  return JSON.stringify(objects.filter(({ kind }) => kind === 'Deployment')).includes(`"${variable}"`);
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
