import { type DomainContext, inTransaction } from './context.ts';
import { type DomainError, isDomainError } from './errors.ts';

/**
 * Runs a verb for the items of a list at once, in one transaction: what they ask of the database at the same moment
 * is one statement (`gathered`). A refused item stands as its error, stores nothing and holds up no other: what was
 * written beside it is undone, and the others run again without it. Anything unexpected fails all of them.
 */
export async function runTogether<Item, Result, Answer>(options: {
  ctx: DomainContext;
  items: readonly Item[];
  run: (ctx: DomainContext, item: Item) => Promise<Result>;
  /** Is handed the results within the transaction, so that a dry run is seen, too. */
  finish: (ctx: DomainContext, results: readonly Result[]) => Promise<Answer[]>;
}): Promise<(Answer | DomainError)[]> {
  const { ctx, items, run, finish } = options;
  const all: Slot<Item, Answer>[] = items.map((item) => ({ item }));
  const unanswered = () => all.filter(({ answer }) => answer === undefined);
  for (let left = unanswered(); left.length > 0; left = unanswered()) {
    const attempt = async (inner: DomainContext): Promise<Answer[]> => {
      const results: Result[] = [];
      const runOne = async (slot: Slot<Item, Answer>, index: number) => {
        try {
          results[index] = await run(inner, slot.item);
        } catch (error) {
          if (!isDomainError(error)) throw error;
          slot.answer = error;
        }
      };
      await Promise.all(left.map(runOne));
      if (left.some(({ answer }) => answer !== undefined)) throw new SomeRefused();
      return await finish(inner, results);
    };
    try {
      const done = await inTransaction(ctx, attempt);
      for (const [index, slot] of left.entries()) slot.answer = done[index];
      break;
    } catch (error) {
      if (!(error instanceof SomeRefused)) throw error;
    }
  }
  return all.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
}

interface Slot<Item, Answer> {
  readonly item: Item;
  answer?: Answer | DomainError | undefined;
}

/** Rolls back what was written beside a refused item. */
class SomeRefused extends Error {}

/** The items in lists without one that comes twice: it may rest on what it did before. */
export function apart<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const lists: Item[][] = [];
  let seen = new Set<unknown>();
  for (const item of items) {
    const key = keyOf(item);
    if (lists.length === 0 || (key !== undefined && seen.has(key))) {
      lists.push([]);
      seen = new Set();
    }
    seen.add(key);
    lists.at(-1)?.push(item);
  }
  return lists;
}
