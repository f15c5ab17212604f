import { LRUCache } from 'lru-cache';
import { cacheKey } from '../../platform/text/cache-key.ts';

/** What is kept for the requests of one operation, by the shape of their variables. */
export interface PlansOf {
  readonly operation: number;
  readonly keys: Set<string>;
}

interface KeptPlan<Plan> {
  readonly plan: Plan;
  readonly of: PlansOf;
  readonly bytes: number;
}

/** What a plan takes beside its texts. */
const OVERHEAD = 1_000;

let operations = 0;

export function plansOfOperation(): PlansOf {
  operations += 1;
  return { operation: operations, keys: new Set() };
}

/** Plans of all operations, within a number and bytes in all: those whose last use is longest ago go first. */
export class PlanCache<Plan> {
  readonly #kept: LRUCache<string, KeptPlan<Plan>>;

  constructor({ entries, bytes }: { entries: number; bytes: number }) {
    this.#kept = new LRUCache({
      max: entries,
      maxSize: bytes,
      // A statement that is a large part of what is kept in all is made each time instead.
      maxEntrySize: Math.floor(bytes / 10),
      sizeCalculation: (kept) => kept.bytes,
      dispose: ({ of }, key) => of.keys.delete(key),
    });
  }

  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  get(of: PlansOf, shape: string): Plan | undefined {
    return this.#kept.get(keyOf(of, shape))?.plan;
  }

  keep(of: PlansOf, shape: string, { plan, text }: { plan: Plan; text: string }): void {
    const key = keyOf(of, shape);
    this.#kept.set(key, { plan, of, bytes: OVERHEAD + 2 * (key.length + text.length) });
    if (this.#kept.has(key)) of.keys.add(key);
  }

  /** For an operation whose document is no longer kept. */
  forget(of: PlansOf): void {
    for (const key of [...of.keys]) this.#kept.delete(key);
  }
}

const keyOf = ({ operation }: PlansOf, shape: string): string => `${operation} ${cacheKey(shape)}`;
