import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('cli.ts', import.meta.url));

it('keeps a control plane up until Ctrl-C, names its kubeconfig, and leaves nothing behind', async () => {
  const child = spawn(process.execPath, [cli, 'up'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes('export KUBECONFIG=')) break;
  }
  const [, kubeconfig = ''] = /export KUBECONFIG=(.+)/u.exec(output) ?? [];
  assert.match(await readFile(kubeconfig, 'utf8'), /"current-context": "bed-admin"/u);
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  assert.deepEqual(await exit, [0, null]);
  await assert.rejects(access(kubeconfig), { code: 'ENOENT' });
});

it('explains itself when it is asked for something else', async () => {
  const child = spawn(process.execPath, [cli, 'down'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  assert.deepEqual(await once(child, 'close'), [2, null]);
  assert.match(said, /^bed: usage: node test\/bed\/cli\.ts up/u);
});
