import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { builder } from '../builder.ts';
import { isRanked } from '../delivery/order.ts';
import { rankedPage } from '../delivery/ranked-page.ts';
import { asksOnlyFor } from '../server/selections.ts';
import { type ConnectionType, type ListArguments, listArguments, pricesOf } from './connection-types.ts';
import { models } from './models.ts';
import { Page } from './pages.ts';
import { cursorColumns, nodesQuery, readList, shapeOf } from './read-list.ts';

/** Connections at the root, and of rows that belong to others. */

/** A connection at the root: rows of the seat. */
export function rootConnection(options: {
  of: ConnectionType;
  field: string;
  /** Where a caller may be refused: the other fields of the request are answered all the same. */
  nullable?: true;
  description: string;
  find: (call: { ctx: DomainContext; where: object; query: object }) => Promise<readonly object[]>;
  count: (call: { ctx: DomainContext; where: object }) => Promise<number>;
}): void {
  const { of, field, nullable = false, description, find, count } = options;
  of.roots.add(field);
  builder.queryField(field, (t) =>
    t.field({
      type: of.connection,
      nullable,
      description,
      args: { ...listArguments(t.arg, of), ...t.arg.connectionArgs() },
      extensions: pricesOf(of),
      resolve: async (_root, args, ctx, info) => {
        if (isRanked(of, args)) return await rankedPage({ of, args, ctx, info });
        const { shape, where, narrowed, query } = readList(of, args);
        const columns = nodesQuery({ ctx, info, name: of.name, shape });
        const rows = asksOnlyFor(info, 'totalCount')
          ? []
          : await find({ ctx, where: narrowed, query: { ...columns, ...query } });
        return new Page({ args, rows, shape, totalCount: () => count({ ctx, where }) });
      },
    }),
  );
}

/** A connection of rows that belong to another row. It is loaded in the same statement. */
export function relatedConnection(options: {
  of: ConnectionType;
  owner: unknown;
  field: string;
  /** The name of the relation, if it differs from the field. */
  relation?: string;
  description: string;
}): void {
  const { of, owner, field, relation = field, description } = options;
  models.prismaObjectField<Owner>(owner, field, (t) =>
    t.connection(
      {
        type: of.type,
        description,
        args: listArguments(t.arg, of),
        extensions: { pothosPrismaSelect: selection(of, relation), ...pricesOf(of) },
        resolve: (parent, args, ctx, info) =>
          isRanked(of, args)
            ? rankedPage({ of, args, ctx, info, owner: { column: ownerColumn(info), id: Number(parent.id) } })
            : new Page({
                args,
                rows: parent[relation] ?? [],
                shape: shapeOf(of, args),
                totalCount: parent._count?.[relation] ?? 0,
              }),
      },
      of.connection,
    ),
  );
}

const ownerColumn = ({ parentType: { name } }: GraphQLResolveInfo) =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}Id`;

type Owner = Readonly<Record<string, readonly object[] | undefined>> & {
  readonly _count?: Readonly<Record<string, number>>;
};

/** The columns and relations to load for the owner's row. */
function selection(of: ConnectionType, relation: string) {
  return (
    args: ListArguments,
    ctx: DomainContext,
    nested: (query: object, path: object) => { select?: object },
    asked: () => ReadonlySet<string>,
  ) => {
    if (isRanked(of, args)) return { select: { id: true } };
    const { shape, where, narrowed, query } = readList(of, args);
    const visible = of.visible(ctx);
    const rows = nested({ ...query, where: { AND: [visible, narrowed] } }, NODES(of.name));
    const names = asked();
    const needsRows = [...names].some((name) => name !== 'totalCount' && name !== '__typename');
    return {
      select: {
        ...(names.has('totalCount') && {
          _count: { select: { [relation]: { where: { AND: [visible, where] } } } },
        }),
        ...(needsRows && {
          [relation]: rows.select ? { ...rows, select: { ...cursorColumns(shape), ...rows.select } } : rows,
        }),
      },
    };
  };
}

const NODES = (name: string) => ({
  getType: () => name,
  paths: [[{ name: 'nodes' }], [{ name: 'edges' }, { name: 'node' }]],
});
