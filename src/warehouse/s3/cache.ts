import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../platform/files/private-access.ts';

/** For one use. A store's answer takes longer to begin than a small file takes to arrive. */
const DOWNLOADS_AT_ONCE = 4;

interface Copy {
  readonly bytes: number;
  /** How many uses are going on; a copy in use stays. */
  uses: number;
}

/**
 * Copies of files on this machine, as many as fit: the one that was used longest ago goes first. A name is
 * written once, so that no copy is ever out of date.
 */
export class FileCache {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #fetch: (name: string, place: string) => Promise<void>;
  /** By name, the least recently used first. */
  readonly #copies = new Map<string, Copy>();
  readonly #coming = new Map<string, Promise<Copy>>();
  #found: Promise<void> | undefined;
  #bytes = 0;

  constructor(options: {
    folder: string;
    mostBytes: number;
    /** Writes a file to a place. */
    fetch: (name: string, place: string) => Promise<void>;
  }) {
    this.#folder = options.folder;
    this.#mostBytes = options.mostBytes;
    this.#fetch = options.fetch;
  }

  async use<T>(names: readonly string[], work: (places: string[]) => Promise<T>): Promise<T> {
    const held: Copy[] = [];
    try {
      await this.#holdAll(names, held);
      return await work(names.map((name) => this.#placeOf(name)));
    } finally {
      for (const copy of held) copy.uses -= 1;
      await this.#evict();
    }
  }

  /** The place of a copy; undefined if there is none. */
  async find(name: string): Promise<string | undefined> {
    await this.#open();
    return this.#copies.has(name) ? this.#placeOf(name) : undefined;
  }

  /** Makes a file of this machine the copy of a name. */
  async adopt(place: string, name: string): Promise<void> {
    await this.#open();
    await this.#put(place, name);
    await this.#evict();
  }

  async forget(name: string): Promise<void> {
    await this.#open();
    const copy = this.#copies.get(name);
    if (copy?.uses === 0) await this.#drop(name, copy);
  }

  /** What is on its way when a download fails is waited for, so that `held` misses none. */
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
    // Another use that ends may evict a copy that has just come.
    for (; !copy; copy = this.#copies.get(name)) await this.#come(name);
    copy.uses += 1;
    // The last in the order is the last that goes.
    this.#copies.delete(name);
    this.#copies.set(name, copy);
    return copy;
  }

  /** Two that want the same file wait for one download. */
  #come(name: string): Promise<Copy> {
    const coming = this.#coming.get(name) ?? this.#download(name).finally(() => this.#coming.delete(name));
    this.#coming.set(name, coming);
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

  async #put(place: string, name: string): Promise<Copy> {
    const target = this.#placeOf(name);
    await mkdir(path.dirname(target), { recursive: true, mode: PRIVATE_DIRECTORY });
    await chmod(place, PRIVATE_FILE);
    const { size } = await stat(place);
    await rename(place, target);
    const copy = this.#copies.get(name) ?? { bytes: size, uses: 0 };
    if (!this.#copies.has(name)) this.#bytes += size;
    this.#copies.set(name, copy);
    return copy;
  }

  async #evict(): Promise<void> {
    for (const [name, copy] of this.#copies) {
      if (this.#bytes <= this.#mostBytes) return;
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

  /** What an earlier process left is of use; halves of downloads are not. */
  async #findCopies(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: PRIVATE_DIRECTORY });
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const found = new Map<string, Copy>();
    for (const entry of entries.filter((one) => one.isFile())) {
      const place = path.join(entry.parentPath, entry.name);
      if (entry.name.startsWith(DRAFT)) {
        await rm(place, { force: true });
        continue;
      }
      const { size } = await stat(place);
      found.set(path.relative(this.#folder, place), { bytes: size, uses: 0 });
    }
    for (const [name, copy] of found) {
      this.#copies.set(name, copy);
      this.#bytes += copy.bytes;
    }
  }
}

const DRAFT = '.coming-';
