/** GitHub did not do what was asked of it; says which request and how it was answered. */

export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly status: number | undefined;

  constructor(what: string, cause: unknown) {
    const status = statusOf(cause);
    super(`GitHub: ${what} failed${status === undefined ? '' : ` with status ${status}`}.`, { cause });
    this.status = status;
  }
}

export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}
