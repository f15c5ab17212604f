import type { DomainContext } from '../../domain/context.ts';
import type { Resource } from '../../resources/define/resource.ts';
import { builder } from '../builder.ts';
import { readField } from '../reading/read-field.ts';
import { loadOwned } from '../reading/row-resolvers.ts';
import { selectsOnly } from '../server/selections.ts';
import { type ConnectionType, listArguments, pricesOf } from './connection-types.ts';
import { models } from './models.ts';
import { Page } from './pages.ts';
import { readWhere } from './read-list.ts';

/** Connections of Query, and of rows that belong to other rows. */

interface Root {
  readonly of: ConnectionType;
  readonly field: string;
  readonly description: string;
}

/** Adds a connection to Query that returns rows of the seat. */
export function rootConnection({ of, field, description }: Root): void {
  of.roots.add(field);
  builder.queryField(field, (t) =>
    t.field({
      type: of.connection,
      description,
      args: { ...listArguments(t.arg, of), ...t.arg.connectionArgs() },
      extensions: pricesOf(of),
      resolve: (_root, _args, ctx, info) => readField(ctx, info) as Promise<object>,
    }),
  );
}

/** Adds a connection to Query whose rows are found and returned completely by verbs. */
export function foundConnection(
  options: Root & {
    /** Set if the caller may be refused: the other fields of the request are still returned. */
    nullable?: true;
    find: (call: { ctx: DomainContext; where: object; query: object }) => Promise<readonly object[]>;
    count: (call: { ctx: DomainContext; where: object }) => Promise<number>;
  },
): void {
  const { of, field, nullable = false, description, find, count } = options;
  builder.queryField(field, (t) =>
    t.field({
      type: of.connection,
      nullable,
      description,
      args: { ...listArguments(t.arg, of), ...t.arg.connectionArgs() },
      extensions: pricesOf(of),
      resolve: async (_root, args, ctx, info) => {
        const { shape, where, narrowed, query } = readWhere(of, args, ctx);
        const rows = selectsOnly(info, 'totalCount') ? [] : await find({ ctx, where: narrowed, query });
        return new Page({ args, rows, shape, totalCount: () => count({ ctx, where }) });
      },
    }),
  );
}

/** Adds a connection of rows that belong to another row. It is read by the same statement as the owner. */
export function relatedConnection(options: {
  of: ConnectionType;
  owner: unknown;
  field: string;
  description: string;
  /** Set if verbs return the owner completely. */
  ownedBy?: Resource;
}): void {
  const { of, owner, field, description, ownedBy } = options;
  models.prismaObjectField<{ id: number }>(owner, field, (t) =>
    t.connection(
      {
        type: of.type,
        description,
        args: of.filter ? listArguments(t.arg, of) : {},
        extensions: pricesOf(of),
        resolve: async (parent, _args, ctx, info) =>
          ownedBy ? await loadOwned(ctx, info, ownedBy, parent.id) : undefined,
      },
      of.connection,
    ),
  );
}
