import SchemaBuilder from '@pothos/core';
import ErrorsPlugin from '@pothos/plugin-errors';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type { DomainContext } from '../domain/context.ts';
import type PrismaTypes from '../platform/database/generated/pothos-types.ts';
import { getDatamodel } from '../platform/database/generated/pothos-types.ts';
import type { PrismaClient } from '../platform/database/generated/prisma/client.ts';
import { TYPES_OF_EVERY_MUTATION } from './expected-errors.ts';

/** The largest, and the default, value of `first` in every connection. */
export const MAX_PAGE = 100;
export const DEFAULT_PAGE = 25;

/** The configuration of the schema builder. Types are defined in one file per domain context. */
export const builder = new SchemaBuilder<{
  Context: DomainContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    Date: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    JSONObject: { Input: Record<string, unknown>; Output: Record<string, unknown> };
    Decimal: { Input: number; Output: number | string };
    SafeInt: { Input: number; Output: number };
    Currency: { Input: string; Output: string };
    TimeZone: { Input: string; Output: string };
    URL: { Input: string; Output: string };
  };
  Connection: { totalCount: number | (() => number | Promise<number>) };
}>({
  plugins: [ErrorsPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  errors: {
    defaultTypes: TYPES_OF_EVERY_MUTATION,
    directResult: true,
  },
  relay: {
    cursorType: 'String',
    clientMutationId: 'omit',
    nodesOnConnection: { description: 'The elements of the page.' },
    firstArgOptions: {
      description: `Returns the first _n_ elements. Default ${DEFAULT_PAGE}, maximum ${MAX_PAGE}.`,
    },
    lastArgOptions: {
      description: `Returns the last _n_ elements. Maximum ${MAX_PAGE}. Combine with \`before\` to page backward.`,
    },
    afterArgOptions: { description: 'Returns the elements that come after the specified cursor.' },
    beforeArgOptions: { description: 'Returns the elements that come before the specified cursor.' },
    edgesFieldOptions: { description: 'The elements of the page with their cursors.' },
    pageInfoFieldOptions: { description: 'Information about the page, to help with pagination.' },
    nodeFieldOptions: { description: 'The element.' },
    cursorFieldOptions: { description: 'The cursor of the element, for use in pagination.' },
    pageInfoTypeOptions: { description: 'Information about a page of a connection.' },
    hasNextPageFieldOptions: { description: 'Whether there are elements after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are elements before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first element. Null if the page is empty.' },
    endCursorFieldOptions: { description: 'The cursor of the last element. Null if the page is empty.' },
  },
  prisma: {
    client: (ctx) => ctx.db as PrismaClient,
    dmmf: getDatamodel(),
    filterConnectionTotalCount: true,
    maxConnectionSize: MAX_PAGE,
    defaultConnectionSize: DEFAULT_PAGE,
    onUnusedQuery: null,
  },
});

builder.queryType({
  description: 'The root of all queries. Every query is limited to what the caller’s seat owns.',
});
builder.mutationType({
  description: 'The root of all mutations. Each mutation returns its payload or a typed error.',
});
builder.subscriptionType({
  description: 'The root of all subscriptions, served over Server-Sent Events and `graphql-ws`.',
});
