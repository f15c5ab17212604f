import { LRUCache } from 'lru-cache';
import { cacheKey } from '../../platform/text/cache-key.ts';

/** What is cached for the requests of one operation, by the shape of their variables. */
export interface PlansOf {
  readonly operation: number;
  readonly keys: Set<string>;
}

interface CachedPlan<Plan> {
  readonly plan: Plan;
  readonly of: PlansOf;
  readonly bytes: number;
}

/** The size of a plan without its texts. */
const OVERHEAD = 1_000;

let operations = 0;

export function plansOfOperation(): PlansOf {
  operations += 1;
  return { operation: operations, keys: new Set() };
}

/** Caches plans of all operations, limited by number and total bytes. Removes the least recently used plans first. */
export class PlanCache<Plan> {
  readonly #cache: LRUCache<string, CachedPlan<Plan>>;

  constructor({ entries, bytes }: { entries: number; bytes: number }) {
    this.#cache = new LRUCache({
      max: entries,
      maxSize: bytes,
      // A statement that is a large part of what is cached in all is made each time instead.
      maxEntrySize: Math.floor(bytes / 10),
      sizeCalculation: (cached) => cached.bytes,
      dispose: ({ of }, key) => of.keys.delete(key),
    });
  }

  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  get(of: PlansOf, shape: string): Plan | undefined {
    return this.#cache.get(keyOf(of, shape))?.plan;
  }

  keep(of: PlansOf, shape: string, { plan, text }: { plan: Plan; text: string }): void {
    const key = keyOf(of, shape);
    this.#cache.set(key, { plan, of, bytes: OVERHEAD + 2 * (key.length + text.length) });
    if (this.#cache.has(key)) of.keys.add(key);
  }

  /** For an operation whose document is no longer cached. */
  forget(of: PlansOf): void {
    for (const key of [...of.keys]) this.#cache.delete(key);
  }
}

const keyOf = ({ operation }: PlansOf, shape: string): string => `${operation} ${cacheKey(shape)}`;
