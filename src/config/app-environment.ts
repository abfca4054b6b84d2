/** The variables of a server -> the App's credentials and where it listens, or all that is missing at once. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import type { ConfigProblem } from './config-error.ts';
import { variablesOfProcess } from './environment.ts';
import { valueOf } from './variables.ts';
import type { Variable, Variables } from './variables.ts';

export interface AppEnvironment {
  readonly appId: string;
  /** PEM. */
  readonly privateKey: string;
  readonly webhookSecret: string;
  /** Such as `https://github.example.com/api/v3`; undefined for github.com. */
  readonly baseUrl: string | undefined;
  readonly host: string | undefined;
  readonly port: number;
}

interface Reading {
  readonly from: Variables;
  readonly problems: ConfigProblem[];
}

/** Throws ConfigError; its words never quote a value. */
export function readAppEnvironment(from: Variables = variablesOfProcess()): AppEnvironment {
  const reading: Reading = { from, problems: [] };
  const app: AppEnvironment = {
    appId: appIdOf(reading),
    privateKey: privateKeyOf(reading),
    webhookSecret: webhookSecretOf(reading),
    baseUrl: baseUrlOf(reading),
    host: valueOf(from, 'HOST'),
    port: portOf(reading),
  };
  if (reading.problems.length > 0) throw new ConfigError('environment', reading.problems);
  return app;
}

function say({ problems }: Reading, field: Variable, words: string): void {
  problems.push({ line: undefined, field, words });
}

function appIdOf(reading: Reading): string {
  const id = valueOf(reading.from, 'APP_ID') ?? '';
  if (!/^\d+$/.test(id)) say(reading, 'APP_ID', id === '' ? 'is missing' : 'must be a number');
  return id;
}

/** Probot would check signatures against the public word `development` (facts/github.md §0.2). */
function webhookSecretOf(reading: Reading): string {
  const secret = valueOf(reading.from, 'WEBHOOK_SECRET') ?? '';
  if (secret === '') say(reading, 'WEBHOOK_SECRET', 'is missing: without it anybody could send events');
  if (secret === 'development') say(reading, 'WEBHOOK_SECRET', 'must not be the word that everybody knows');
  return secret;
}

function privateKeyOf(reading: Reading): string {
  const given = valueOf(reading.from, 'PRIVATE_KEY');
  const file = valueOf(reading.from, 'PRIVATE_KEY_PATH');
  const field = given === undefined && file !== undefined ? 'PRIVATE_KEY_PATH' : 'PRIVATE_KEY';
  if (given === undefined && file === undefined) {
    say(reading, field, 'is missing (PRIVATE_KEY_PATH may name a file instead)');
    return '';
  }
  try {
    const key = pemOf(given ?? readFileSync(file ?? '', 'utf8'));
    createPrivateKey(key);
    return key;
  } catch {
    // The cause could quote the key.
    say(reading, field, 'is no private key in PEM form that can be read');
    return '';
  }
}

function pemOf(text: string): string {
  const pem = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64').toString('utf8');
  return pem.replaceAll(String.raw`\n`, '\n').trim();
}

function baseUrlOf(reading: Reading): string | undefined {
  const host = valueOf(reading.from, 'GHE_HOST');
  const protocol = valueOf(reading.from, 'GHE_PROTOCOL') ?? 'https';
  if (protocol !== 'https' && protocol !== 'http') say(reading, 'GHE_PROTOCOL', 'must be https or http');
  if (host === undefined) return undefined;
  if (!/^[\w.[\]:-]+$/.test(host)) say(reading, 'GHE_HOST', 'must be a host name, perhaps with a port');
  return `${protocol}://${host}/api/v3`;
}

function portOf(reading: Reading): number {
  const given = valueOf(reading.from, 'PORT') ?? '3000';
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) say(reading, 'PORT', 'must be a port number');
  return port;
}
