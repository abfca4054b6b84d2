/** The App as a process of its own, in front of the stand-in for GitHub and a control plane: its words, and its checks. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { GitHub } from '../github/github.ts';
import type { OpenedPullRequest } from '../github/opened-pull-request.ts';
import type { CheckRun } from '../github/state.ts';
import { door } from './command-line.ts';

export interface RunningApp {
  /** All that it wrote so far on both streams. */
  output(): string;
  /** Resolves to the exit code. */
  stop(): Promise<number | null>;
}

export interface AppAround {
  readonly github: GitHub;
  /** For the operator's file and the log; the caller removes it. */
  readonly folder: string;
  /** The operator's file, as a value. */
  readonly operator: unknown;
  readonly environment: Readonly<Record<string, string>>;
}

/** Resolves when it listens, and the stand-in delivers to it. */
export async function startApp({ github, folder, operator, environment }: AppAround): Promise<RunningApp> {
  const config = join(folder, 'operator.yml');
  await writeFile(config, JSON.stringify(operator));
  const child = spawn(process.execPath, [door, 'serve'], {
    cwd: folder,
    env: {
      ...environment,
      APP_ID: String(github.app.id),
      PRIVATE_KEY: github.app.privateKey,
      WEBHOOK_SECRET: github.app.webhookSecret,
      GHE_HOST: new URL(github.url).host,
      GHE_PROTOCOL: 'http',
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'trace',
      PROOFLINE_CONFIG: config,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const hear = (chunk: Buffer): void => {
    said += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close');
  const port = await until(
    () => /"port":(\d+)/.exec(said)?.[1] ?? (child.exitCode === null ? undefined : ''),
  );
  assert.notEqual(port, '', `the App did not start: ${said}`);
  github.deliverTo(`http://127.0.0.1:${port}/api/github/webhooks`);
  return {
    output: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

/** The check of the newest head, once it is concluded. */
export async function concluded(pull: OpenedPullRequest): Promise<CheckRun> {
  return until(() =>
    pull.checkRuns().findLast(({ name, status }) => name === 'proofline' && status === 'completed'),
  );
}

async function until<Value>(look: () => Value | undefined): Promise<Value> {
  for (const end = Date.now() + 180_000; Date.now() < end; await sleep(50)) {
    const value = look();
    if (value !== undefined) return value;
  }
  return assert.fail('waited too long');
}
