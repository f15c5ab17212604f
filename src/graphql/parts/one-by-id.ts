import type { ObjectRef } from '@pothos/core';
import { withArticle } from '../../platform/text/words.ts';
import { builder } from '../builder.ts';
import { readField } from '../reading/read-field.ts';
import { rowNodeType } from './node.ts';
import { rootRows } from './root-rows.ts';

/** Adds `x(id)`: a row of a resource, or null if the seat has no row with that ID. Makes the type implement `Node`. */
export function oneById(options: {
  type: ObjectRef<(typeof builder)['$inferSchemaTypes'], object>;
  /** The name of the type, such as `Advertiser`. */
  name: string;
  /** The singular, such as `advertiser`. */
  singular: string;
}): void {
  const { type, name, singular } = options;
  const field = name.charAt(0).toLowerCase() + name.slice(1);
  rootRows.set(field, name);
  rowNodeType({ type, name });
  builder.queryField(field, (t) =>
    t.field({
      type,
      nullable: true,
      description: `Looks up ${withArticle(singular)} by ID. Returns null if the seat has no such ${singular}.`,
      args: { id: t.arg.id({ required: true, description: 'The global ID or integer ID.' }) },
      resolve: (_root, _args, ctx, info) => readField(ctx, info) as Promise<object | null>,
    }),
  );
}
