/** The App's environment -> the App as its operator runs it: a process of its own that listens for webhooks. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { webhookPath } from '../../src/app/webhook-listener.ts';
import { collect, startProofline, type Variables } from './command-line.ts';

export interface RunningApp {
  readonly webhookUrl: string;
  /** All that it wrote so far, one JSON object a line. */
  readonly log: () => string;
  /** What it wrote beside its log. */
  readonly errors: () => string;
  /** As an orchestrator ends it. Resolves to its exit code once it has ended by itself. */
  readonly stop: () => Promise<number | null>;
}

const patienceMs = 60_000;

/** Throws with its last words when it ends before it listens. */
export async function startApp(variables: Variables, under: readonly string[] = []): Promise<RunningApp> {
  const child = startProofline(['serve'], { HOST: '127.0.0.1', PORT: '0', ...variables }, under);
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const ended = once(child, 'close');
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const port = /"address":\{[^}]*"port":(?<port>\d+)\}/u.exec(stdout.text())?.groups?.['port'];
    if (port !== undefined) {
      return {
        webhookUrl: `http://127.0.0.1:${port}${webhookPath}`,
        log: () => stdout.text(),
        errors: () => stderr.text(),
        stop: async () => {
          if (!isOver()) child.kill('SIGTERM');
          await ended;
          return child.exitCode;
        },
      };
    }
    if (isOver() || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the App did not start: ${stderr.text()}${stdout.text()}`);
    }
    await sleep(20);
  }
}
