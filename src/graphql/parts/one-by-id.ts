import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { DomainContext } from '../../domain/context.ts';
import { byId } from '../../domain/rows.ts';
import { withArticle } from '../../domain/words.ts';
import { builder } from '../builder.ts';
import { idArgument } from './ids.ts';
import { numberedNodeType } from './node.ts';

/** Fields of Query that answer one row, and the types of the rows. */
export const rootRows = new Map<string, string>();

/** Adds `x(id)`: one row of a type, or null when the seat has none of that id. The type becomes a `Node`. */
export function oneById(options: {
  type: ObjectRef<(typeof builder)['$inferSchemaTypes'], object>;
  /** The type's name: `Advertiser`. */
  name: string;
  /** The singular: `advertiser`. */
  word: string;
  find: (call: {
    ctx: DomainContext;
    where: { id: number | { in: number[] } };
    query: object;
  }) => Promise<object[]>;
}): void {
  const { type, name, word, find } = options;
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  rootRows.set(field, name);
  numberedNodeType({ type, name, find });
  builder.queryField(field, (t) =>
    t.field({
      type,
      nullable: true,
      description: `Looks up ${withArticle(word)} by ID. Returns null if the seat has no such ${word}.`,
      args: { id: t.arg.id({ required: true, description: 'The global ID or integer ID.' }) },
      resolve: async (_root, args, ctx, info) => {
        const where = byId(idArgument(name, args.id));
        const query = queryFromInfo({ context: ctx, info });
        return (await find({ ctx, query, where }))[0] ?? null;
      },
    }),
  );
}
