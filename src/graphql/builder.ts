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
  relay: { cursorType: 'String', clientMutationId: 'omit', nodesOnConnection: true },
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
