import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createProgressBar } from '../../src/cli/progress-bar.ts';

function stream(isTTY: boolean): { readonly isTTY: boolean; write(text: string): void; said: string } {
  const written = {
    isTTY,
    said: '',
    write(text: string) {
      written.said += text;
    },
  };
  return written;
}

test('A terminal is shown one line that fills up, and it is gone at the end', () => {
  const terminal = stream(true);
  const bar = createProgressBar(terminal);
  bar.show({ doing: 'rendering', done: 0, of: 4 });
  bar.show({ doing: 'rendering', done: 1, of: 4 });
  bar.show({ doing: 'asking', done: 4, of: 4 });
  bar.clear();
  const lines = terminal.said.split('\r\u001B[K');
  assert.deepEqual(lines, [
    '',
    '░░░░░░░░░░░░░░░░░░░░░░░░ rendering: 0 of 4 units',
    '██████░░░░░░░░░░░░░░░░░░ rendering: 1 of 4 units',
    '████████████████████████ asking the cluster: 4 of 4 units',
    '',
  ]);
});

test('A review of no unit fills the bar at once', () => {
  const terminal = stream(true);
  createProgressBar(terminal).show({ doing: 'rendering', done: 0, of: 0 });
  assert.equal(terminal.said, '\r\u001B[K████████████████████████ rendering: 0 of 0 units');
});

test('A file or a pipe is written nothing', () => {
  const pipe = stream(false);
  const bar = createProgressBar(pipe);
  bar.show({ doing: 'asking', done: 1, of: 2 });
  bar.clear();
  assert.equal(pipe.said, '');
});
