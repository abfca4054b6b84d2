/** Every exchange -> a readable log, and a list of what broke the contract. */
import { isObject, listOf, objectOf, type JsonObject } from './json.ts';

export interface Exchange {
  readonly method: string;
  /** Without `/api/v3`. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const SHOWN = ['name', 'head_sha', 'status', 'conclusion', 'content', 'repositories', 'permissions'];
const LONGEST = 60;

function shortened(name: string, value: unknown): string {
  if (name === 'head_sha') return `head=${String(value).slice(0, 7)}`;
  if (name === 'permissions' && isObject(value))
    return `permissions=${Object.entries(value)
      .map(([key, level]) => `${key}:${String(level)}`)
      .join(',')}`;
  return `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`;
}

/** The first line that a person would see. */
function firstLine(body: string): string {
  const shown = body.replaceAll(/<!--[\s\S]*?-->/g, '').split('\n');
  const line = shown.find((text) => text.trim() !== '') ?? '';
  return `body=${JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line)}`;
}

function facts(body: JsonObject): string[] {
  const shown = SHOWN.filter((name) => body[name] !== undefined).map((name) => shortened(name, body[name]));
  const annotations = listOf(objectOf(body['output'])['annotations']).length;
  if (annotations > 0) shown.push(`annotations=${annotations}`);
  if (typeof body['body'] === 'string') shown.push(firstLine(body['body']));
  return shown;
}

export class Journal {
  readonly #exchanges: Exchange[] = [];
  readonly #lines: string[] = [];
  readonly #violations: string[] = [];

  exchange(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    const said = facts(objectOf(exchange.body)).map((fact) => ` ${fact}`);
    this.#lines.push(`${exchange.method} ${exchange.path} ${exchange.status}${said.join('')}`);
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  violation(where: string, problem: string): void {
    this.#violations.push(`${where}: ${problem}`);
  }

  log(): readonly string[] {
    return [...this.#lines];
  }

  exchanges(): readonly Exchange[] {
    return [...this.#exchanges];
  }

  violations(): readonly string[] {
    return [...this.#violations];
  }

  /** Gives the violations and forgets them: for a test that expects one. */
  takeViolations(): readonly string[] {
    return this.#violations.splice(0);
  }
}
