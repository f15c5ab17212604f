import { setImmediate as others } from 'node:timers/promises';

/** How long work blocks the event loop before other requests run. */
const SLICE_MS = 10;
/** The clock is read after so many pieces. */
const PIECES = 10;

/** Divides long work of many small pieces: `if (slices.isOver) await slices.pause()` after each piece. */
export class Slices {
  #begun = performance.now();
  #pieces = 0;

  get isOver(): boolean {
    this.#pieces += 1;
    return this.#pieces % PIECES === 0 && performance.now() - this.#begun > SLICE_MS;
  }

  async pause(): Promise<void> {
    await others();
    this.#begun = performance.now();
  }
}
