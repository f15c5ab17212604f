import type { DomainContext } from '../../domain/context.ts';
import type { Resource } from '../../resources/define/definition.ts';
import { builder } from '../builder.ts';
import { readField } from '../reading/read-field.ts';
import { loadOwned } from '../reading/row-resolvers.ts';
import { selectsOnly } from '../server/selections.ts';
import { type ConnectionType, listArguments, pricesOf } from './connection-types.ts';
import { models } from './models.ts';
import { Page } from './pages.ts';
import { readWhere } from './read-list.ts';

/** Connections at the root, and of rows that belong to others. */

interface Root {
  readonly of: ConnectionType;
  readonly field: string;
  readonly description: string;
}

/** A connection at the root: rows of the seat. */
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

/** A connection at the root of what verbs find and answer whole. */
export function foundConnection(
  options: Root & {
    /** Where a caller may be refused: the other fields of the request are answered all the same. */
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

/** A connection of rows that belong to another row. It is read in the same statement. */
export function relatedConnection(options: {
  of: ConnectionType;
  owner: unknown;
  field: string;
  description: string;
  /** Of an owner that verbs answer whole. */
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
