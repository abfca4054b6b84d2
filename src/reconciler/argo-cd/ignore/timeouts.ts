/** Expressions that took too long -> whether one is to be asked again: one that never ends would cost its second for every object. */

interface Late {
  readonly count: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly last: number;
}

const most = 3;
/** A machine that was busy may be idle again, and another review may have less to ask. */
const remembersMs = 600_000;
const mostExpressions = 1000;

export class Timeouts {
  readonly #late = new Map<string, Late>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  isTooMany(expression: string): boolean {
    return this.#count(expression) >= most;
  }

  add(expression: string): void {
    const count = this.#count(expression) + 1;
    this.#late.delete(expression);
    if (this.#late.size >= mostExpressions) this.#late.delete(this.#late.keys().next().value ?? '');
    this.#late.set(expression, { count, last: this.#now() });
  }

  #count(expression: string): number {
    const late = this.#late.get(expression);
    return late === undefined || this.#now() - late.last > remembersMs ? 0 : late.count;
  }
}
