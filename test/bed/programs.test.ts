import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';

import { resolve } from './resolve.ts';
import type { ProgramName } from './versions.ts';

const said: readonly (readonly [ProgramName, readonly string[], RegExp])[] = [
  ['helm3', ['version', '--short'], /^v3\.22\.0/u],
  ['helm4', ['version', '--short'], /^v4\.1\.4/u],
  ['kustomize', ['version'], /^v5\.8\.1$/u],
  ['kubectl', ['version', '--client'], /Client Version: v1\.35\./u],
];

for (const [name, args, version] of said) {
  it(`runs ${name} of the pinned version`, async () => {
    assert.match(execFileSync(await resolve(name), args, { encoding: 'utf8' }).trim(), version);
  });
}
