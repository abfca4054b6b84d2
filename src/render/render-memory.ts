/** Renders by their keys, as many as fit: those that were not used for the longest time make room. */
import type { Render } from './render.ts';

export type Success = Extract<Render, { readonly kind: 'rendered' }>;

export interface RenderMemory {
  get(key: string): Success | undefined;
  /** `size` in the unit of `room`. */
  keep(key: string, render: Success, size: number): void;
}

interface Kept {
  readonly render: Success;
  readonly size: number;
}

export function createMemory(room: number): RenderMemory {
  const kept = new Map<string, Kept>();
  let held = 0;

  function forget(key: string): void {
    held -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function keep(key: string, render: Success, size: number): void {
    forget(key);
    kept.set(key, { render, size });
    held += size;
    for (const oldest of kept.keys()) {
      if (held <= room) break;
      forget(oldest);
    }
  }

  return {
    keep,
    get(key) {
      const found = kept.get(key);
      if (found !== undefined) keep(key, found.render, found.size);
      return found?.render;
    },
  };
}
