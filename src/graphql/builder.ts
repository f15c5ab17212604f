import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../db/generated/pothos-types.ts';
import { getDatamodel } from '../db/generated/pothos-types.ts';
import type { DomainContext } from '../domain/context.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../domain/errors.ts';

/** Largest and default `first` of every connection. */
export const MAX_PAGE = 100;
export const DEFAULT_PAGE = 25;

/** The schema's ground rules; types stand in one file per domain context. */
export const builder = new SchemaBuilder<{
  Context: DomainContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: Record<string, unknown> };
    Decimal: { Input: number; Output: number | string };
    SafeInt: { Input: number; Output: number };
    Currency: { Input: string; Output: string };
    TimeZone: { Input: string; Output: string };
    URL: { Input: string; Output: string };
    ListedValue: { Input: string; Output: string };
    Timestamp: { Input: string; Output: Date };
  };
  Connection: { totalCount: number | (() => number | Promise<number>) };
}>({
  plugins: [ErrorsPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  errors: {
    defaultTypes: [ValidationError, NotFoundError, ConflictError, ForbiddenError],
    directResult: true,
  },
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    nodesOnConnection: { description: 'The rows of the page.' },
    firstArgOptions: { description: `The first so many, at most ${MAX_PAGE}; ${DEFAULT_PAGE} unless given.` },
    lastArgOptions: { description: `The last so many, at most ${MAX_PAGE}; goes with \`before\`.` },
    afterArgOptions: { description: 'Those behind this cursor.' },
    beforeArgOptions: { description: 'Those before this cursor.' },
    edgesFieldOptions: { description: 'The rows of the page with their cursors.' },
    pageInfoFieldOptions: { description: 'Whether there are more.' },
    nodeFieldOptions: { description: 'The row.' },
    cursorFieldOptions: { description: 'Where the row stands in the order that was asked for.' },
    pageInfoTypeOptions: { description: 'Where a page begins and ends, and whether there are others.' },
    hasNextPageFieldOptions: { description: 'Whether rows follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows come before.' },
    startCursorFieldOptions: { description: 'The cursor of the first row; null on an empty page.' },
    endCursorFieldOptions: { description: 'The cursor of the last row; null on an empty page.' },
  },
  prisma: {
    client: (ctx) => ctx.db as never,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: true,
    maxConnectionSize: MAX_PAGE,
    defaultConnectionSize: DEFAULT_PAGE,
    onUnusedQuery: null,
  },
});

builder.queryType({ description: 'Reads. Everything below is what the caller’s seat owns.' });
builder.mutationType({
  description: 'Writes. Each answers a union of its payload and the errors that a caller can expect.',
});
builder.subscriptionType({ description: 'What happens, as it happens; over SSE and graphql-ws.' });
