import type { ObjectRef } from '@pothos/core';
import { MAX_ID } from '../../resources/define/fields.ts';
import { builder, DEFAULT_PAGE } from '../builder.ts';
import { badArgument } from '../parts/arguments.ts';
import { checkSizes } from '../parts/pages.ts';
import type { ArgumentBuilder } from './dictionary-resolvers.ts';

/** Connections for long lists of the dictionary. The cursor is the number of preceding entries. */

type Types = (typeof builder)['$inferSchemaTypes'];

interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  /** The number of entries before the page. */
  readonly skipped: number;
  readonly hasNextPage: boolean;
  readonly count: (() => Promise<number>) | undefined;
  readonly cursorAt: (position: number) => string;
}

export const pageArguments = (arg: ArgumentBuilder) => ({
  first: arg.int({ description: 'Returns the first _n_ elements. Default 25, maximum 100.' }),
  after: arg.string({ description: 'Returns the elements that come after the specified cursor.' }),
});

/** Reads one entry more than the page size to find out whether there is another page. */
export async function entryPage<Entry>(options: {
  /** A cursor is only valid for its own list. */
  list: string;
  args: { first?: number | null | undefined; after?: string | null | undefined };
  read: (page: { si: number; mr: number }) => Promise<readonly Entry[]>;
  count?: () => Promise<number>;
}): Promise<EntryPage<Entry>> {
  const { list, args, read, count } = options;
  checkSizes({ first: args.first });
  const skipped = args.after == null ? 0 : positionIn(list, args.after);
  const first = args.first ?? DEFAULT_PAGE;
  const found = await read({ si: skipped, mr: first + 1 });
  return {
    entries: found.slice(0, first),
    skipped,
    hasNextPage: found.length > first,
    count,
    cursorAt: (position) => Buffer.from(JSON.stringify([list, position])).toString('base64url'),
  };
}

function positionIn(list: string, cursor: string): number {
  const [, name, position] =
    /^\["([^"]{1,64})",(\d{1,10})\]$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const skipped = Number(position);
  if (name === list && skipped > 0 && skipped <= MAX_ID) return skipped;
  throw badArgument('after', 'must be a cursor of this connection');
}

/** Defines `XConnection` and `XEdge` for the type of an entry. */
export function entryConnection(
  name: string,
  plural: string,
  type: ObjectRef<Types, object>,
): ObjectRef<Types, EntryPage<object>> {
  const edge = builder.objectRef<{ cursor: string; node: object }>(`${name}Edge`).implement({
    description: `An edge of a page of ${plural}.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'The cursor of the element, for use in pagination.' }),
      node: t.field({
        type,
        description: 'The element.',
        resolve: (edge) => edge.node,
      }),
    }),
  });
  return builder.objectRef<EntryPage<object>>(`${name}Connection`).implement({
    description: `A page of ${plural}.`,
    fields: (t) => ({
      nodes: t.field({
        type: [type],
        description: 'The elements of the page.',
        resolve: ({ entries }) => [...entries],
      }),
      edges: t.field({
        type: [edge],
        description: 'The elements of the page with their cursors.',
        resolve: ({ entries, skipped, cursorAt }) =>
          entries.map((node, at) => ({ cursor: cursorAt(skipped + at + 1), node })),
      }),
      totalCount: t.int({
        nullable: true,
        description:
          'The number of elements on all pages. Null for a search of locations, whose results are ranked but not counted.',
        resolve: ({ count }) => (count ? count() : null),
      }),
      pageInfo: t.field({
        type: builder.pageInfoRef(),
        description: 'Information about the page, to help with pagination.',
        resolve: ({ entries, skipped, hasNextPage, cursorAt }) => ({
          hasNextPage,
          hasPreviousPage: skipped > 0,
          startCursor: entries.length > 0 ? cursorAt(skipped + 1) : null,
          endCursor: entries.length > 0 ? cursorAt(skipped + entries.length) : null,
        }),
      }),
    }),
  });
}
