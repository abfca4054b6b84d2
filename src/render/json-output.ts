/** What a program wrote -> the JSON value in it; undefined where it is none. */

export function jsonIn(stdout: Buffer): unknown {
  try {
    return JSON.parse(stdout.toString('utf8'));
  } catch {
    return undefined;
  }
}
