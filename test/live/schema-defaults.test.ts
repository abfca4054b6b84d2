import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withDefaults } from '../../src/live/schema-defaults.ts';

const port = { type: 'object', properties: { number: { type: 'integer' }, protocol: { default: 'TCP' } } };
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      default: {},
      properties: {
        color: { type: 'string', default: 'blue' },
        shade: { type: 'string', nullable: true, default: 'dark' },
        ports: { type: 'array', items: port },
        named: { type: 'object', additionalProperties: port },
      },
    },
  },
};

test('A field that is left out, or is null and may not be, gets its default', () => {
  assert.deepEqual(withDefaults({}, schema), { spec: { color: 'blue', shade: 'dark' } });
  const spec = { color: null, shade: null };
  assert.deepEqual(withDefaults({ spec }, schema), { spec: { color: 'blue', shade: null } });
  assert.deepEqual(withDefaults({ spec: { color: 'red', shade: '' } }, schema), {
    spec: { color: 'red', shade: '' },
  });
});

test('Items of lists and members of maps get theirs', () => {
  const spec = { color: 'red', shade: 'dark', ports: [{ number: 1 }], named: { web: { number: 2 } } };
  assert.deepEqual(withDefaults({ spec }, schema), {
    spec: {
      ...spec,
      ports: [{ number: 1, protocol: 'TCP' }],
      named: { web: { number: 2, protocol: 'TCP' } },
    },
  });
});
