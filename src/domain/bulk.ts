import { type DomainContext, inTransaction } from './context.ts';
import { type DomainError, isDomainError } from './errors.ts';

/**
 * Runs a verb for the items of a list at once, in one transaction: what they ask of the database at the same moment
 * is one statement (`gathered`). A refused item stands as its error and holds up no other, since verbs check before
 * they write; anything unexpected fails all of them.
 */
export function runTogether<Item, Result, Answer>(options: {
  ctx: DomainContext;
  items: readonly Item[];
  run: (ctx: DomainContext, item: Item) => Promise<Result>;
  /** Is handed the results within the transaction, so that a dry run is seen, too. */
  finish: (ctx: DomainContext, results: readonly (Result | DomainError)[]) => Promise<Answer[]>;
}): Promise<Answer[]> {
  const { ctx, items, run, finish } = options;
  return inTransaction(ctx, async (inner) =>
    finish(inner, await Promise.all(items.map((item) => run(inner, item).catch(refusal)))),
  );
}

function refusal(error: unknown): DomainError {
  if (isDomainError(error)) return error;
  throw error;
}

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
