import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';

import { Agent, request } from 'undici';
import { z } from 'zod';

import { at } from '../../src/object/json.ts';
import { readAudit } from './audit.ts';
import { startControlPlane, type ControlPlane } from './control-plane.ts';
import { seed } from './seed.ts';

const started = z.object({ folder: z.string(), pids: z.array(z.number()) });

let bed: ControlPlane;
let other: ControlPlane;

before(async () => {
  bed = await startControlPlane();
  other = await startControlPlane();
});
after(async () => {
  await bed.stop();
  await other.stop();
});

async function statusFor(options: { readonly ca?: string; readonly token?: string }): Promise<number> {
  const dispatcher = new Agent({ connect: options.ca === undefined ? {} : { ca: options.ca } });
  try {
    const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    const { statusCode, body } = await request(`${bed.server}/api/v1/namespaces`, { dispatcher, headers });
    await body.dump();
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}

describe('the control plane', () => {
  it('answers with the version that is pinned', async () => {
    const { status, body } = await bed.admin.send({ method: 'GET', path: '/version' });
    assert.equal(status, 200);
    assert.match(JSON.stringify(body['gitVersion']), /^"v1\.35\.\d+"$/u);
  });

  it('denies a user that RBAC grants nothing', async () => {
    assert.equal(await statusFor({ ca: bed.ca }), 403);
  });

  it('does not know a token that it did not issue', async () => {
    assert.equal(await statusFor({ ca: bed.ca, token: 'of-somebody-else' }), 401);
  });

  it('is refused by a client that trusts another certificate authority', async () => {
    await assert.rejects(statusFor({ ca: other.ca }), { code: /CERT|SIGNATURE|ISSUER/u });
    await assert.rejects(statusFor({}), { code: /CERT|SIGNATURE|ISSUER/u });
  });

  it('writes every request with its user and its query into the audit log', async () => {
    await bed.admin.send({ method: 'GET', path: '/api/v1/configmaps?limit=7' });
    const events = (await readAudit(bed)).filter(
      ({ requestURI }) => requestURI === '/api/v1/configmaps?limit=7',
    );
    assert.equal(events.length, 1);
    assert.equal(events[0]?.user.username, 'bed-admin');
    assert.equal(events[0]?.responseStatus?.code, 200);
    assert.equal(events[0]?.verb, 'list');
  });

  it('admits a Pod into a namespace that was seeded', async () => {
    const [namespace, pod] = await seed(bed, [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { containers: [{ name: 'web', image: 'example.invalid/web:1' }] },
      },
    ]);
    assert.equal(at(namespace, 'status', 'phase'), 'Active');
    assert.equal(at(pod, 'spec', 'serviceAccountName'), 'default');
  });

  it('seeds objects of a kind that was seeded just before', async () => {
    const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const made = await seed(bed, [
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'widgets.example.com' },
        spec: {
          group: 'example.com',
          scope: 'Cluster',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
        },
      },
      { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one' }, size: 3 },
    ]);
    assert.equal(at(made[1], 'size'), 3);
  });
});

describe('stopping', () => {
  it('ends every program and removes the folder, also when it is asked twice', async () => {
    const short = await startControlPlane();
    const pids = short.programs().map(({ pid }) => pid);
    assert.equal(pids.length, 2);
    assert.ok(pids.every(isAlive));
    await short.stop();
    await short.stop();
    assert.ok(!pids.some(isAlive));
    await assert.rejects(access(short.folder), { code: 'ENOENT' });
  });

  it('leaves nothing behind when the process that started it is killed', async () => {
    const start = `
      import { startControlPlane } from ${JSON.stringify(new URL('control-plane.ts', import.meta.url).href)};
      const bed = await startControlPlane();
      console.log(JSON.stringify({ folder: bed.folder, pids: bed.programs().map(({ pid }) => pid) }));
      process.kill(process.pid, 'SIGKILL');`;
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, ['--input-type=module', '-e', start], (_error, stdout) => {
        resolve(stdout);
      });
    });
    const { folder, pids } = started.parse(JSON.parse(output));
    assert.equal(pids.length, 2);
    const deadline = Date.now() + 60_000;
    while ((pids.some(isAlive) || (await exists(folder))) && Date.now() < deadline) {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    assert.ok(!pids.some(isAlive));
    assert.ok(!(await exists(folder)));
  });
});

/** Where nobody reaps orphans, a killed one stays in the table as a zombie: that is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      process.platform !== 'linux' ||
      !/^State:\s+Z/mu.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))
    );
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
