import type { ArgBuilder } from '@pothos/core';
import type { DomainContext } from '../../domain/context.ts';
import type { Conditions } from '../../domain/lists/conditions.ts';
import { countsByOwner, type OwnedRows, pagesByOwner } from '../../domain/lists/owned-rows.ts';
import type { builder } from '../builder.ts';
import { batchOf } from '../server/batches.ts';
import { type ReadFrom, readsFrom } from '../server/price/reads.ts';
import { asksOnlyFor } from '../server/selections.ts';
import { type ConnectionType, type ListArguments, listArguments } from './connection-types.ts';
import { conditionsIn } from './filters.ts';
import { type FieldType, models } from './models.ts';
import { type CursorShape, Page, readPage } from './pages.ts';
import { nodesQuery, shapeOf } from './read-list.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** Connections of rows that are not a relation: one statement reads them for all owners on a page. */

interface Owned<Owner> {
  readonly owner: unknown;
  readonly field: string;
  readonly description: string;
  /** What must be known of an owner. */
  readonly select: Readonly<Record<string, true>>;
  readonly rows: (ctx: DomainContext, owners: readonly Owner[], conditions: Conditions) => OwnedRows;
}

export function ownedConnection<Owner extends { id: number } = { id: number }>(
  options: Owned<Owner> & { of: ConnectionType },
): void {
  const { of } = options;
  ownedField({
    ...options,
    type: of.type,
    name: of.name,
    connection: of.connection,
    args: (arg) => listArguments(arg, of),
    shape: (args) => shapeOf(of, args),
    reads: of.list,
    conditions: (args) => conditionsIn(of.list, args.filter),
  });
}

export function ownedField<Owner extends { id: number } = { id: number }>(
  options: Owned<Owner> & {
    type: FieldType;
    name: string;
    connection: FieldType;
    args: (arg: ArgBuilder<Types>) => object;
    shape: (args: ListArguments) => CursorShape;
    reads: ReadFrom;
    conditions?: (args: ListArguments, ctx: DomainContext) => Conditions;
  },
): void {
  const { owner, field, description, select, type, name, connection } = options;
  models.prismaObjectField<Owner>(owner, field, (t) =>
    t.connection(
      {
        type,
        description,
        args: options.args(t.arg),
        select,
        extensions: readsFrom(options.reads),
        resolve: async (parent, args, ctx, info) => {
          const shape = options.shape(args);
          const { limit, order, position } = readPage(args, shape);
          const conditions = options.conditions?.(args, ctx) ?? [];
          const key = [info.parentType.name, field, args];
          const pages = batchOf(ctx, [...key, 'page'], (owners: readonly Owner[]) =>
            pagesByOwner(ctx, options.rows(ctx, owners, conditions), { order, position, take: limit + 1 }),
          );
          const counts = batchOf(ctx, [...key, 'count'], (owners: readonly Owner[]) =>
            countsByOwner(ctx, options.rows(ctx, owners, conditions)),
          );
          // Says to the planner that the rows below are loaded; they come whole.
          nodesQuery({ ctx, info, name, shape });
          const rows = asksOnlyFor(info, 'totalCount') ? [] : ((await pages(parent)) ?? []);
          return new Page({ args, rows, shape, totalCount: async () => (await counts(parent)) ?? 0 });
        },
      },
      connection,
    ),
  );
}
