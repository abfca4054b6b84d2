import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { openAdapters } from '../../src/adapters.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { scratch } from '../bed/scratch.ts';

test('A cache that is a file, or in a place where nothing can be written, is a mistake in PROOFLINE_CACHE', async (t) => {
  const file = join(await scratch(t), 'cache');
  await writeFile(file, '');
  for (const [cache, code] of [
    [file, 'ENOTDIR'],
    ['/sys/proofline', '(?:EPERM|EACCES|EROFS)'],
  ] as const) {
    await assert.rejects(openAdapters(readEnvironment({ PROOFLINE_CACHE: cache }), ['https']), (error) => {
      assert.ok(error instanceof ConfigError);
      const said = `^environment: PROOFLINE_CACHE must be a directory that can be written, and ${cache} is none \\(${code}\\)$`;
      assert.match(error.message, new RegExp(said, 'u'));
      return true;
    });
  }
});
