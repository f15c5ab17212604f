import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../platform/files/private-access.ts';

/**
 * The limit for one use. Downloads run in parallel, because a small file takes less time than the start of
 * its response.
 */
const DOWNLOADS_AT_ONCE = 4;

interface Copy {
  readonly bytes: number;
  /** The number of current uses. A file in use is not evicted. */
  uses: number;
}

/**
 * Local copies of files, as many as fit. The least recently used one is evicted first. A name is written
 * only once, so no copy is ever out of date.
 */
export class FileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #fetch: (name: string, filePath: string) => Promise<void>;
  /** By name, the least recently used first. */
  readonly #copies = new Map<string, Copy>();
  readonly #pending = new Map<string, Promise<Copy>>();
  #found: Promise<void> | undefined;
  #bytes = 0;

  constructor(options: {
    folder: string;
    maxBytes: number;
    /** Downloads a file to a path. */
    fetch: (name: string, filePath: string) => Promise<void>;
  }) {
    this.#folder = options.folder;
    this.#maxBytes = options.maxBytes;
    this.#fetch = options.fetch;
  }

  async use<T>(names: readonly string[], work: (paths: string[]) => Promise<T>): Promise<T> {
    const held: Copy[] = [];
    try {
      await this.#holdAll(names, held);
      return await work(names.map((name) => this.#placeOf(name)));
    } finally {
      for (const copy of held) copy.uses -= 1;
      await this.#evict();
    }
  }

  /** Returns the path of a copy, or undefined if there is none. */
  async find(name: string): Promise<string | undefined> {
    await this.#open();
    return this.#copies.has(name) ? this.#placeOf(name) : undefined;
  }

  /** Moves a local file into the cache as the copy of a name. */
  async adopt(filePath: string, name: string): Promise<void> {
    await this.#open();
    await this.#put(filePath, name);
    await this.#evict();
  }

  async forget(name: string): Promise<void> {
    await this.#open();
    const copy = this.#copies.get(name);
    if (copy?.uses === 0) await this.#drop(name, copy);
  }

  /** If a download fails, waits for the others, so that `held` is complete. */
  async #holdAll(names: readonly string[], held: Copy[]): Promise<void> {
    const left = names.values();
    const failures: unknown[] = [];
    const holdNext = async () => {
      for (const name of left) {
        await this.#hold(name).then(
          (copy) => held.push(copy),
          (error) => failures.push(error),
        );
        if (failures.length > 0) return;
      }
    };
    await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, holdNext));
    if (failures.length > 0) throw failures[0];
  }

  async #hold(name: string): Promise<Copy> {
    await this.#open();
    let copy = this.#copies.get(name);
    // Another use that ends may evict a copy that has just been downloaded.
    for (; !copy; copy = this.#copies.get(name)) await this.#fetchOnce(name);
    copy.uses += 1;
    // Moves it to the end of the order, which is evicted last.
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    return copy;
  }

  /** Concurrent requests for the same file share one download. */
  #fetchOnce(name: string): Promise<Copy> {
    const coming = this.#pending.get(name) ?? this.#download(name).finally(() => this.#pending.delete(name));
    this.#pending.set(name, coming);
    return coming;
  }

  async #download(name: string): Promise<Copy> {
    const draft = path.join(this.#folder, `${DRAFT}${randomUUID()}`);
    try {
      await this.#fetch(name, draft);
      return await this.#put(draft, name);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async #put(filePath: string, name: string): Promise<Copy> {
    const target = this.#placeOf(name);
    await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_DIRECTORY });
    await chmod(filePath, PRIVATE_FILE);
    const { size } = await stat(filePath);
    await rename(filePath, target);
    const copy = this.#copies.get(name) ?? { bytes: size, uses: 0 };
    if (!this.#copies.has(name)) this.#bytes += size;
    this.#copies.set(name, copy);
    return copy;
  }

  async #evict(): Promise<void> {
    for (const [name, copy] of this.#copies) {
      if (this.#bytes <= this.#maxBytes) return;
      if (copy.uses === 0) await this.#drop(name, copy);
    }
  }

  async #drop(name: string, copy: Copy): Promise<void> {
    if (!this.#copies.delete(name)) return;
    this.#bytes -= copy.bytes;
    await rm(this.#placeOf(name), { force: true });
  }

  #placeOf(name: string): string {
    return path.join(this.#folder, name);
  }

  #open(): Promise<void> {
    this.#found ??= this.#findCopies().catch((error) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  /** Reuses the copies of an earlier process, but not incomplete downloads. */
  async #findCopies(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE_DIRECTORY });
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const found = new Map<string, Copy>();
    for (const entry of entries.filter((one) => one.isFile())) {
      const filePath = path.join(entry.parentPath, entry.name);
      if (entry.name.startsWith(DRAFT)) {
        await rm(filePath, { force: true });
        continue;
      }
      const { size } = await stat(filePath);
      found.set(path.relative(this.#folder, filePath), { bytes: size, uses: 0 });
    }
    for (const [name, copy] of found) {
      this.#copies.set(name, copy);
      this.#bytes += copy.bytes;
    }
  }
}

const DRAFT = '.coming-';
