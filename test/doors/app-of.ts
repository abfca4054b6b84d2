/** A stand-in for GitHub and an operator's file -> the App between them, at its most talkative. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { GitHub } from '../github/github.ts';
import { startApp, type RunningApp } from '../stories/running-app.ts';
import { programEnvironment } from './programs.ts';

export interface Operated {
  readonly github: GitHub;
  /** For the operator's file and the cache; the caller removes it. */
  readonly folder: string;
  /** The operator's file, as a value. */
  readonly operator: unknown;
}

/** The stand-in delivers to it from then on. */
export async function appOf({ github, folder, operator }: Operated): Promise<RunningApp> {
  const config = join(folder, 'operator.yml');
  // JSON is YAML.
  await writeFile(config, JSON.stringify(operator));
  const app = await startApp({
    ...(await programEnvironment(folder)),
    APP_ID: String(github.app.id),
    PRIVATE_KEY: github.app.privateKey,
    WEBHOOK_SECRET: github.app.webhookSecret,
    GHE_HOST: new URL(github.url).host,
    GHE_PROTOCOL: 'http',
    LOG_LEVEL: 'trace',
    PROOFLINE_CONFIG: config,
  });
  github.deliverTo(app.webhookUrl);
  return app;
}
