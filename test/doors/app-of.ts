/** A stand-in for GitHub and an operator's file -> the App between them, at its most talkative. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { GitHub } from '../github/github.ts';
import type { Variables } from '../stories/command-line.ts';
import { startApp, type RunningApp } from '../stories/running-app.ts';
import { programEnvironment } from './programs.ts';

export interface Operated {
  readonly github: GitHub;
  /** For the operator's file and the cache; the caller removes it. */
  readonly folder: string;
  /** The operator's file, as a value. */
  readonly operator: unknown;
  /** What its process is given besides, or otherwise. */
  readonly variables?: Variables;
  /** A program and its arguments that runs it, and becomes it. */
  readonly under?: readonly string[];
}

/** The stand-in delivers to it from then on. */
export async function appOf({ github, folder, operator, variables, under }: Operated): Promise<RunningApp> {
  const config = join(folder, 'operator.yml');
  // JSON is YAML.
  await writeFile(config, JSON.stringify(operator));
  const given = {
    ...(await programEnvironment(folder)),
    APP_ID: String(github.app.id),
    PRIVATE_KEY: github.app.privateKey,
    WEBHOOK_SECRET: github.app.webhookSecret,
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    LOG_LEVEL: 'trace',
    PROOFLINE_CONFIG: config,
    ...variables,
  };
  const app = await startApp(given, under);
  github.deliverTo(app.webhookUrl);
  return app;
}
