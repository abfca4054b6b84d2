import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** Prints the address of all that is loaded. */
const listing = `data:text/javascript,
import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) });`;

test('A command without a cluster loads neither the package for clusters nor those of the App', async () => {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', listing.replaceAll('\n', ''), join(root, 'src/cli.ts'), '--version'],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  assert.match(stdout, /^proofline /);
  const loaded = new Set(
    [...stderr.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name),
  );
  assert.ok(loaded.has('zod'), stderr);
  for (const name of ['@kubernetes/client-node', 'probot', '@octokit/rest', 'pino']) {
    assert.ok(!loaded.has(name), name);
  }
});
