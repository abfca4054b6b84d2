/** How far a review has come -> one line on a terminal that is written over, and removed at the end. */
import type { Step } from '../review/world.ts';

export interface ProgressBar {
  show(step: Step): void;
  clear(): void;
}

const width = 24;
const doing = { rendering: 'rendering', asking: 'asking the cluster' } as const satisfies Record<
  Step['doing'],
  string
>;

export function createProgressBar(stream: {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}): ProgressBar {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  return {
    show(step) {
      const filled = step.of === 0 ? width : Math.round((step.done / step.of) * width);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
      stream.write(`\r\u001B[K${bar} ${doing[step.doing]}: ${step.done} of ${step.of} units`);
    },
    clear() {
      stream.write('\r\u001B[K');
    },
  };
}
