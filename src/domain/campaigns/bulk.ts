import { ignoreField } from '../../resources/define/ignored-fields.ts';
import { boundAllIssues } from '../../resources/define/issues.ts';
import { type DomainContext, inTransaction } from '../context.ts';
import { type DomainError, isDomainError, ValidationError } from '../errors.ts';

/**
 * Runs a verb for all items of a list concurrently, in one transaction; queries that the items send at the same moment
 * become one statement (`batchInTransaction`). A refused item becomes its error, stores nothing and does not stop the
 * others: everything is rolled back, and the remaining items run again without it. An unexpected error fails all of
 * them.
 */
export async function runBatch<Item, Result, Answer>(options: {
  ctx: DomainContext;
  items: readonly Item[];
  run: (ctx: DomainContext, item: Item) => Promise<Result>;
  /** Receives the results within the transaction, so that it also sees those of a dry run. */
  finish: (ctx: DomainContext, results: readonly Result[]) => Promise<Answer[]>;
  /** How long a statement waits for rows that others have locked, see `inTransaction`. */
  lockWaitMs?: number | undefined;
}): Promise<(Answer | DomainError)[]> {
  const { ctx, items, run, finish, lockWaitMs } = options;
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
      if (left.some(({ answer }) => answer !== undefined)) throw new ItemsRefusedError();
      return await finish(inner, results);
    };
    try {
      const done = await inTransaction(ctx, attempt, { lockWaitMs });
      for (const [index, slot] of left.entries()) slot.answer = done[index];
      break;
    } catch (error) {
      if (!(error instanceof ItemsRefusedError)) throw error;
    }
  }
  return all.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
}

/** The maximum number of items of a list that is carried out as a whole. */
const MAX_ITEMS = 500;

/**
 * Runs a verb for all items of a list in one transaction, or for none of them: the problems and the ignored fields of
 * all items are reported by their place, such as `[3].name`.
 */
export async function runAllOrNone<Result>(options: {
  ctx: DomainContext;
  items: unknown;
  run: (ctx: DomainContext, item: unknown) => Promise<Result>;
}): Promise<Result[]> {
  const { ctx, items, run } = options;
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_ITEMS)
    throw new ValidationError([{ path: '', message: `must be an array of 1 to ${MAX_ITEMS} items` }]);
  return inTransaction(ctx, async (ctx) => {
    const results: Result[] = [];
    const refusals: (ValidationError | undefined)[] = [];
    const runOne = async (item: unknown, at: number): Promise<void> => {
      const ignoredFields: string[] = [];
      try {
        results[at] = await run({ ...ctx, ignoredFields, refusedFields: [...ctx.refusedFields] }, item);
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
        refusals[at] = error;
      }
      for (const path of ignoredFields) ignoreField(ctx, `[${at}].${path}`);
    };
    await Promise.all(items.map(runOne));
    if (refusals.length > 0) throw refusalOfAll([...refusals]);
    return results;
  });
}

/** Joins the refusals of items into one. */
function refusalOfAll(refusals: readonly (ValidationError | undefined)[]): ValidationError {
  const issues = refusals.flatMap((refusal, at) =>
    (refusal?.reported ?? []).map(({ path, message }) => {
      const place = path === '' ? `[${at}]` : `[${at}].${path}`;
      return {
        path: place,
        message: message.startsWith(path) ? place + message.slice(path.length) : message,
      };
    }),
  );
  return new ValidationError(
    issues,
    refusals.reduce((sum, refusal) => sum + (refusal?.more ?? 0), 0),
  );
}

interface Slot<Item, Answer> {
  readonly item: Item;
  answer?: Answer | DomainError | undefined;
}

/** Rolls back everything when an item was refused. */
class ItemsRefusedError extends Error {}

/** How often a list can name the same row. Each repetition costs another transaction. */
export const MAX_REPEATS = 20;

/**
 * Runs a list in rounds in which no row occurs twice, because an item may depend on the previous one for the same row.
 * Items of a row that occurs too often are refused. Returns the results in the order of the items.
 */
export async function runInRounds<Item, Result>(options: {
  items: readonly Item[];
  keyOf: (item: Item) => unknown;
  run: (items: readonly Item[]) => Promise<readonly Result[]>;
}): Promise<(Result | DomainError)[]> {
  const { items, keyOf, run } = options;
  const results: (Result | DomainError)[] = [];
  const rounds: number[][] = [];
  const counts = new Map<unknown, number>();
  for (const [place, item] of items.entries()) {
    const key = keyOf(item);
    const before = key === undefined ? 0 : (counts.get(key) ?? 0);
    counts.set(key, before + 1);
    if (before >= MAX_REPEATS) results[place] = new ValidationError([TOO_OFTEN]);
    else if (before === rounds.length) rounds.push([place]);
    else rounds[before]?.push(place);
  }
  for (const places of rounds) {
    const done = await run(places.map((place) => items[place] as Item));
    for (const [at, place] of places.entries()) results[place] = done[at] as Result;
  }
  return results;
}

const TOO_OFTEN = {
  path: 'id',
  message: `id is in this list more than ${MAX_REPEATS} times; merge its changes into one input`,
};

/**
 * Limits the total number of problems that a list's refused items return. The remaining problems are only counted, per
 * item.
 */
export function boundRefusals<Result>(results: readonly Result[]): (Result | ValidationError)[] {
  const bounded = boundAllIssues(results.filter((result) => result instanceof ValidationError));
  if (!bounded) return [...results];
  const next = bounded.values();
  return results.map((result) => {
    if (!(result instanceof ValidationError)) return result;
    const issues = next.next().value ?? [];
    if (issues.length > 0) return new ValidationError(issues);
    return new ValidationError([], result.reported.length + result.more, false);
  });
}
