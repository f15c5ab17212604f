import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { withArticle } from '../../platform/text/words.ts';
import { byId } from '../../resources/define/rows.ts';
import { builder } from '../builder.ts';
import { readField, readRows } from '../reading/read-field.ts';
import { selectionText } from '../reading/selection.ts';
import { batchByKey } from '../server/batches.ts';
import { rowNodeType } from './node.ts';
import { rootRows } from './root-rows.ts';
import { numberIn } from './values/ids.ts';

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
      resolve: (_root, { id }, ctx, info) => readOne(ctx, info, { name, id: String(id) }),
    }),
  );
}

/** A row that a field of the root requests. */
interface Requested {
  readonly id: number;
  readonly info: GraphQLResolveInfo;
}

/** Rows that aliases select in the same words are read by one statement. */
async function readOne(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  { name, id: given }: { name: string; id: string },
): Promise<object | null> {
  const id = numberIn(name, given);
  const selection = selectionText(info.fieldNodes);
  if (id === undefined || selection === undefined) return readAlone(ctx, info);
  const load = batchByKey(ctx, [name, selection], (requested: readonly Requested[]) =>
    readEach(ctx, name, requested),
  );
  return (await load({ id: byId(id).id, info })) ?? null;
}

async function readEach(
  ctx: DomainContext,
  name: string,
  requested: readonly Requested[],
): Promise<ReadonlyMap<Requested, object | null>> {
  const [first, ...others] = requested;
  if (!first) return new Map();
  if (others.length === 0) return new Map([[first, await readAlone(ctx, first.info)]]);
  const ids = [...new Set(requested.map(({ id }) => id))];
  const rows = await readRows(ctx, first.info, { resource: name, ids });
  return new Map(requested.map((one) => [one, rows.get(one.id) ?? null]));
}

const readAlone = (ctx: DomainContext, info: GraphQLResolveInfo) =>
  readField(ctx, info) as Promise<object | null>;
