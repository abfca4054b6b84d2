import assert from 'node:assert/strict';
import { test } from 'node:test';

import { entriesOf } from '../../src/source/remote/chart-entries.ts';

function found(index: string, chart: string): unknown {
  const lookup = entriesOf(Buffer.from(index), chart);
  return lookup.kind === 'entries'
    ? lookup.entries.map(({ version, urls }) => [version, ...urls])
    : lookup.kind;
}

const usual = `apiVersion: v1
entries:
  market:
  - name: market
    version: 1.0.0
    urls:
    - market-1.0.0.tgz
  shop:
  - annotations:
      changes: |
        - *one
        market:
          - version: 9.9.9
    digest: abc
    name: shop
    urls: [shop-1.0.0.tgz, mirror/shop-1.0.0.tgz]
    version: 1.0.0
  # The last of them.
  - name: shop
    version: "0.9.0"
    urls:
    - shop-0.9.0.tgz
generated: "2026-01-02T03:04:05Z"
shop:
- version: 7.7.7
`;

test('The versions of one chart are read from the lines of that chart', () => {
  const shop = [
    ['1.0.0', 'shop-1.0.0.tgz', 'mirror/shop-1.0.0.tgz'],
    ['0.9.0', 'shop-0.9.0.tgz'],
  ];
  assert.deepEqual(found(usual, 'shop'), shop);
  assert.deepEqual(found(usual, 'market'), [['1.0.0', 'market-1.0.0.tgz']]);
  assert.deepEqual(found(usual.replaceAll('\n', '\r\n'), 'shop'), shop);
  assert.deepEqual(found(usual.replace('  shop:', '  "shop":'), 'shop'), shop);
  for (const name of ['sho', 'shops', 'generated', 'name', 'changes', '.*', '__proto__']) {
    assert.equal(found(usual, name), 'unknown-chart', name);
  }
});

test('An index of another layout is read as a whole', () => {
  const shop = [['1.0.0', 'a.tgz']];
  const layouts = [
    'entries: {shop: [{version: 1.0.0, urls: [a.tgz]}]}',
    'entries:\n  shop: # the shop\n    - {version: 1.0.0, urls: [a.tgz]}\n',
    'entries:\n  shop: [{version: 1.0.0, urls: [a.tgz]}]\n',
    'x: &v 1.0.0\nentries:\n  shop:\n  - {version: *v, urls: [a.tgz]}\n',
    'entries:\n    shop:\n        - {version: 1.0.0, urls: [a.tgz]}\n',
    'entries:\n  ? shop\n  : - {version: 1.0.0, urls: [a.tgz]}\n',
    'entries:\n  "sh\\u006fp":\n  - {version: 1.0.0, urls: [a.tgz]}\n',
    '{"entries": {"shop": [null, {}, {"version": "1.0.0", "urls": ["a.tgz", 1]}]}}',
  ];
  for (const layout of layouts) assert.deepEqual(found(layout, 'shop'), shop, layout);
});

test('What is no index is told apart from one without the chart', () => {
  assert.equal(found('<html></html>', 'shop'), 'unreadable');
  assert.equal(found('{"entries": ', 'shop'), 'unreadable');
  assert.equal(found('entries: [shop]', 'shop'), 'unreadable');
  assert.equal(found('entries:\n  shop: {}\n', 'shop'), 'unreadable');
  assert.equal(found('apiVersion: v1\nentries: {}\n', 'shop'), 'unknown-chart');
  assert.equal(found('entries: {}\n', 'toString'), 'unknown-chart');
});

test('An index of many megabytes is read in a moment', () => {
  const entry = (chart: number, version: number): string =>
    `  - apiVersion: v2\n    description: A chart that describes itself at some length, as they do\n    digest: ${'a'.repeat(64)}\n    name: chart-${chart}\n    urls:\n    - https://charts.example/chart-${chart}-1.${version}.0.tgz\n    version: 1.${version}.0\n`;
  const charts = Array.from({ length: 400 }, (_, chart) => {
    const versions = Array.from({ length: 200 }, (_unused, version) => entry(chart, version));
    return `  chart-${chart}:\n${versions.join('')}`;
  });
  const index = Buffer.from(`apiVersion: v1\nentries:\n${charts.join('')}generated: now\n`);
  assert.ok(index.length > 20_000_000);
  const started = performance.now();
  const lookup = entriesOf(index, 'chart-399');
  assert.ok(lookup.kind === 'entries');
  assert.equal(lookup.entries.length, 200);
  assert.equal(entriesOf(index, 'chart-400').kind, 'unknown-chart');
  assert.ok(performance.now() - started < 10_000, String(performance.now() - started));
});
