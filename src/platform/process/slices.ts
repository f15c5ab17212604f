import { setImmediate as others } from 'node:timers/promises';

/** How long work blocks the event loop before other requests run. */
const SLICE_MS = 10;
/** The clock is read after so many pieces, unless they can be large. */
const PIECES = 10;

/** Divides long work of many pieces: `if (slices.isOver) await slices.pause()` after each piece. */
export class Slices {
  readonly #perLook: number;
  #begun = performance.now();
  #pieces = 0;

  /** With `isLarge`, a piece can take milliseconds, and the clock is read after each. */
  constructor({ isLarge = false }: { isLarge?: boolean } = {}) {
    this.#perLook = isLarge ? 1 : PIECES;
  }

  get isOver(): boolean {
    this.#pieces += 1;
    return this.#pieces % this.#perLook === 0 && performance.now() - this.#begun > SLICE_MS;
  }

  async pause(): Promise<void> {
    await others();
    this.#begun = performance.now();
  }
}
