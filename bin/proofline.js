#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * Starts the command line, after a check that an older Node can still read: src/ is TypeScript, which it cannot.
 * By default Node lets the garbage of a review grow to a third of its memory, and is no faster (docs/benchmark.md).
 */
/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-member-access -- JavaScript, and so without types */
const needed = 24;
if (Number(process.versions.node.split('.')[0]) >= needed) {
  const { enableCompileCache } = await import('node:module');
  const { homedir } = await import('node:os');
  // Of this user alone: whoever may write there decides what runs.
  enableCompileCache(`${homedir()}/.cache/proofline/compiled`);
  await import('../src/cli.ts');
} else {
  process.stderr.write(
    `proofline needs Node ${needed} or newer, and this is ${process.version}. In this repository \`npm run\` and \`npx\` use the right one.\n`,
  );
  process.exitCode = 2;
}
