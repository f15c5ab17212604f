import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { FACT_HEADER, type FactRecord, factLine } from './hour-facts.ts';

const BUFFER = 256 * 1024;

/** A facts file in the making. */
export class FactDraft {
  readonly #out: ReturnType<typeof createWriteStream>;
  #text = FACT_HEADER;
  rows = 0;

  constructor(place: string) {
    this.#out = createWriteStream(place);
  }

  add(record: FactRecord): void {
    this.#text += factLine(record);
    this.rows += 1;
    if (this.#text.length > BUFFER) this.#flush();
  }

  /** Waits until what was added does not pile up in memory. */
  async settle(): Promise<void> {
    if (this.#out.writableNeedDrain) await once(this.#out, 'drain');
  }

  async end(): Promise<void> {
    this.#flush();
    this.#out.end();
    await finished(this.#out);
  }

  #flush(): void {
    this.#out.write(this.#text);
    this.#text = '';
  }
}
