import { builder, DEFAULT_PAGE, MAX_PAGE } from '../builder.ts';
import { badArgument, checkFilter } from '../parts/arguments.ts';
import type { InputFieldBuilder } from '../parts/input-object.ts';

interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly filter?: object | null | undefined;
}

const PREFIX = 'receipt:';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Receipts can only be paged forward, so there are no arguments `last` and `before`. */
export const pageArguments = () =>
  builder.args((arg) => ({
    first: arg.int({
      description: `Returns the first _n_ elements. Default ${DEFAULT_PAGE}, maximum ${MAX_PAGE}.`,
    }),
    after: arg.string({ description: 'Returns the elements that come after the specified cursor.' }),
  }));

/** The filter fields that refer to the request. */
export const requestConditions = (t: InputFieldBuilder) => ({
  idempotencyKey: t.string({ description: 'Matches receipts of the request with this `Idempotency-Key`.' }),
  since: t.field({
    type: 'DateTime',
    description: 'Matches receipts of requests received at or after this time.',
  }),
  until: t.field({
    type: 'DateTime',
    description: 'Matches receipts of requests received before this time.',
  }),
});

/**
 * Returns a page of receipts, newest first. Their IDs increase with time, so a cursor only contains an ID. `list`
 * returns at most `limit` receipts that are older than `after`.
 */
export async function receiptPage<Receipt extends { readonly id: string }>(options: {
  args: PageArguments;
  list: (page: { limit: number; after: string | undefined }) => Promise<Receipt[]>;
  count: () => Promise<number>;
}) {
  const { args, list, count } = options;
  const { limit, after } = pageOf(args);
  checkFilter(args.filter);
  const found = await list({ limit: limit + 1, after });
  const edges = found.slice(0, limit).map((node) => ({ cursor: cursorOf(node.id), node }));
  return {
    edges,
    totalCount: count,
    pageInfo: {
      hasNextPage: found.length > limit,
      hasPreviousPage: false,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function pageOf({ first, after }: PageArguments) {
  const limit = first ?? DEFAULT_PAGE;
  if (limit < 1 || limit > MAX_PAGE) throw badArgument('first', `must be from 1 to ${MAX_PAGE}`);
  if (after == null) return { limit, after: undefined };
  const text = Buffer.from(after, 'base64').toString();
  const id = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !UUID.test(id))
    throw badArgument('after', 'must be a cursor of this connection');
  return { limit, after: id };
}

const cursorOf = (id: string): string => Buffer.from(`${PREFIX}${id}`).toString('base64');
