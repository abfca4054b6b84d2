/** What a handler says, as the answer GitHub would give. */
import type { Json } from './json.ts';

export interface Answer {
  readonly status: number;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** A whole list: the door cuts the page that was asked for and adds the `Link` header. */
  readonly list?: readonly Json[];
  /** Puts the page into its envelope, where the operation has one. */
  readonly envelope?: (page: readonly Json[], total: number) => Json;
}

const DOCUMENTATION = 'https://docs.github.com/rest';

export function ok(body: Json): Answer {
  return { status: 200, body };
}

export function created(body: Json): Answer {
  return { status: 201, body };
}

export function refused(status: number, message: string): Answer {
  return { status, body: { message, documentation_url: DOCUMENTATION, status: String(status) } };
}

export function notFound(): Answer {
  return refused(404, 'Not Found');
}

/** 422 in the words that the checks API uses: a reason after an empty line. */
export function invalidRequest(reason: string): Answer {
  return refused(422, `Invalid request.\n\n${reason}`);
}

export function validationFailed(resource: string, field: string, message: string): Answer {
  const errors = [{ resource, code: 'unprocessable', field, message }];
  return {
    status: 422,
    body: { message: 'Validation Failed', errors, documentation_url: DOCUMENTATION, status: '422' },
  };
}
