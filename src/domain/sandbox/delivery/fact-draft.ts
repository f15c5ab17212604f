import { type FileHandle, open } from 'node:fs/promises';
import type { FileStore } from '../../../warehouse/file-store.ts';
import { FACT_HEADER, type FactRecord, factLine } from './hour-facts.ts';

const CHUNK = 256 * 1024;

/** A facts file that is being written. */
export class FactDraft {
  readonly filePath: string;
  readonly #file: FileHandle;
  #waiting: string[] = [];
  #text = FACT_HEADER;
  rows = 0;

  private constructor(filePath: string, file: FileHandle) {
    this.filePath = filePath;
    this.#file = file;
  }

  static async create(filePath: string): Promise<FactDraft> {
    return new FactDraft(filePath, await open(filePath, 'w', 0o600));
  }

  add(record: FactRecord): void {
    this.#text += factLine(record);
    this.rows += 1;
    if (this.#text.length < CHUNK) return;
    this.#waiting.push(this.#text);
    this.#text = '';
  }

  /** Writes what was added to the file, so that it does not accumulate in memory. */
  async write(): Promise<void> {
    const waiting = [...this.#waiting, this.#text];
    this.#waiting = [];
    this.#text = '';
    // Facts are ASCII.
    for (const text of waiting) await this.#file.writeFile(text, 'latin1');
  }

  /** Can be called more than once. */
  close(): Promise<void> {
    return this.#file.close();
  }

  async discard(files: Pick<FileStore, 'remove'>): Promise<void> {
    await this.close();
    await files.remove(this.filePath);
  }
}
