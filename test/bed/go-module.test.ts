import assert from 'node:assert/strict';
import { it } from 'node:test';

import { executableName, goModText, linkerFlags, publishedSums } from './go-module.ts';
import type { GoSource } from './program.ts';

const source: GoSource = {
  kind: 'go',
  name: 'server',
  version: 'v1.2.3',
  module: 'example.com/server',
  sum: 'h1:x',
  packages: { server: 'example.com/server/cmd/server' },
  stamp: { 'example.com/server.version': 'v1.2.3' },
};

const module = {
  Go: '1.26.0',
  Replace: [
    { Old: { Path: 'example.com/api' }, New: { Path: './staging/api' } },
    {
      Old: { Path: 'example.com/fork', Version: 'v1.0.0' },
      New: { Path: 'example.com/ours', Version: 'v1.0.1' },
    },
  ],
};

it('takes over replacements by other modules and leaves out folders', () => {
  assert.equal(
    goModText(source, module),
    'module proofline.invalid/server\ngo 1.26.0\nrequire example.com/server v1.2.3\n' +
      'replace example.com/fork v1.0.0 => example.com/ours v1.0.1\n',
  );
});

it('replaces folders by their published siblings where the table names a version', () => {
  const text = goModText({ ...source, siblings: 'v0.2.3' }, module);
  assert.match(text, /^replace example\.com\/api => example\.com\/api v0\.2\.3$/mu);
});

it('replaces a folder by what the table says it was published as, and pins that', () => {
  const published = { 'example.com/api': { version: 'v0.0.7', sum: 'h1:a', goModSum: 'h1:b' } };
  const pinned = { ...source, published };
  assert.match(goModText(pinned, module), /^replace example\.com\/api => example\.com\/api v0\.0\.7$/mu);
  assert.equal(publishedSums(pinned), 'example.com/api v0.0.7 h1:a\nexample.com/api v0.0.7/go.mod h1:b\n');
});

it('takes another version of what cannot be had, and pins that', () => {
  const instead = { 'example.com/gone': { version: 'v1.0.1', sum: 'h1:a', goModSum: 'h1:b' } };
  const pinned = { ...source, instead };
  assert.match(goModText(pinned, module), /^replace example\.com\/gone => example\.com\/gone v1\.0\.1$/mu);
  assert.equal(publishedSums(pinned), 'example.com/gone v1.0.1 h1:a\nexample.com/gone v1.0.1/go.mod h1:b\n');
});

it('stamps the version', () => {
  assert.equal(linkerFlags(source), '-s -w -X example.com/server.version=v1.2.3');
});

it('names an executable as Go does', () => {
  assert.equal(executableName('example.com/cmd/server'), 'server');
  assert.equal(executableName('example.com/etcd/server/v3'), 'server');
});
