/** Options -> the stand-in's first state: one App with its keys, and nothing else. */
import { appKeys } from './credentials.ts';
import type { Account, State } from './state.ts';

export interface AppOptions {
  /** The App's slug; its bot is `slug[bot]`. */
  readonly slug?: string;
  readonly appId?: number;
  /** The clock that tokens and JWTs are judged by. */
  readonly now?: () => Date;
}

const FIRST_ID = 1000;

export function newState(options: AppOptions): { readonly state: State; readonly privateKey: string } {
  let last = FIRST_ID;
  const nextId = (): number => {
    last += 1;
    return last;
  };
  const now = options.now ?? ((): Date => new Date());
  const { privateKey, publicKey } = appKeys();
  const slug = options.slug ?? 'proofline';
  const owner = { id: nextId(), login: 'octo-org', type: 'Organization' } as const;
  const bot = { id: nextId(), login: `${slug}[bot]`, type: 'Bot' } as const;
  const id = options.appId ?? 7;
  const app = { id, slug, name: slug, clientId: `Iv1.${slug}`, owner, bot, publicKey, createdAt: now() };
  const state: State = {
    app,
    accounts: new Map<string, Account>([
      [owner.login, owner],
      [bot.login, bot],
    ]),
    repositories: new Map(),
    installations: new Map(),
    tokens: new Map(),
    teams: new Map(),
    now,
    nextId,
    origin: '',
  };
  return { state, privateKey };
}
