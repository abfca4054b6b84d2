/** For a file that need not be there: a failure for any other reason is thrown on. */
export function isMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
