import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { MAX_ID } from '../../domain/fields.ts';
import { MAX_NODES } from '../../domain/resource/bound.ts';
import { builder } from '../builder.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { badArgument } from './arguments.ts';

/** `Node`: what has a global ID, and how the rows of each type are found by it. */

/** The types of rows that were found as nodes, because rows do not say what they are. */
const typesOfRows = new WeakMap<object, string>();

export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a global ID.',
  resolveType: (row) => typesOfRows.get(row),
  fields: (t) => ({ id: t.field({ type: 'ID', description: 'The global ID, such as `Line:123`.' }) }),
});

type Type = ObjectRef<(typeof builder)['$inferSchemaTypes'], object>;

interface Call {
  readonly ctx: DomainContext;
  /** What stands after the type in the global IDs. */
  readonly keys: readonly string[];
  /** The columns and relations to load, for types of the database client. */
  readonly query: () => object;
}

interface NodeType {
  /** The rows with what stands after the type in their global IDs. */
  readonly find: (call: Call) => Promise<readonly (readonly [key: unknown, row: object])[]>;
  /** Of rows with an integer ID: the ID in a key, 0 for what names no row. */
  readonly idIn?: (key: string) => number;
}

/** By the names of the types. */
export const nodeTypes = new Map<string, NodeType>();

/** Makes a type a `Node`. `find` answers those of the rows that the caller can see. */
export function nodeType<Row extends object>(options: {
  type: Type;
  name: string;
  find: (call: Call) => Promise<readonly Row[]>;
  keyOf: (row: Row) => unknown;
  idIn?: (key: string) => number;
}): void {
  const { type, name, find, keyOf, ...rest } = options;
  type.addInterfaces([Node]);
  nodeTypes.set(name, {
    ...rest,
    find: async (call) => (await find(call)).map((row) => [keyOf(row), row]),
  });
}

/** As `nodeType`, for rows with an integer ID. */
export function numberedNodeType(options: {
  type: Type;
  name: string;
  largestId?: number;
  find: (call: {
    ctx: DomainContext;
    where: { id: { in: number[] } };
    query: object;
  }) => Promise<readonly object[]>;
}): void {
  const { find, largestId = MAX_ID, ...rest } = options;
  const idIn = (key: string): number => {
    const id = /^[1-9]\d{0,15}$/.test(key) ? Number(key) : 0;
    return id <= largestId ? id : 0;
  };
  nodeType<{ id?: unknown }>({
    ...rest,
    idIn,
    find: async ({ ctx, keys, query }) => {
      const ids = keys.map(idIn).filter((id) => id > 0);
      return ids.length === 0 ? [] : await find({ ctx, where: { id: { in: ids } }, query: query() });
    },
    keyOf: ({ id }) => id,
  });
}

/** A type in a field that answers loaded nodes. */
export const loaded = (type: Type): Type => type;

const SHAPE = /^([A-Za-z]+):([\x21-\x7e]{1,64})$/;

/** The type and the key that a global ID names. Anything else is an error that names the argument. */
export function nodeId(id: string, argument: string): { readonly name: string; readonly key: string } {
  const [, name, key] = SHAPE.exec(id) ?? [];
  if (name === undefined || key === undefined)
    throw badArgument(argument, 'must be a global ID, such as "Line:123"');
  return { name, key };
}

/** Refuses more IDs than one list may have. */
export function nodeIds(ids: readonly string[]): ReturnType<typeof nodeId>[] {
  if (ids.length > MAX_NODES) throw badArgument('ids', `must have at most ${MAX_NODES} items`);
  return ids.map((id, index) => nodeId(id, `ids[${index}]`));
}

/**
 * What is selected of a type where a node is answered. Also tells the planner that it is loaded there, so that a field
 * whose nodes are loaded for several rows at once says so for each of them.
 */
export const nodeQuery = (ctx: DomainContext, info: GraphQLResolveInfo, name: string) =>
  queryFromInfo({ context: ctx, info, typeName: name, select: { id: true } });

/** The rows of global IDs with what is selected of them, one statement for each type; null for those not found. */
async function findNodes(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  asked: readonly ReturnType<typeof nodeId>[],
): Promise<(object | null)[]> {
  const found = new Map<string, object>();
  const names = [...new Set(asked.map(({ name }) => name))];
  await Promise.all(
    names.map(async (name) => {
      const type = nodeTypes.get(name);
      if (!type) return;
      const keys = [...new Set(asked.flatMap((id) => (id.name === name ? [id.key] : [])))];
      const query = () => nodeQuery(ctx, info, name);
      for (const [key, row] of await type.find({ ctx, keys, query })) {
        typesOfRows.set(row, name);
        found.set(`${name}:${key}`, row);
      }
    }),
  );
  return asked.map(({ name, key }) => found.get(`${name}:${key}`) ?? null);
}

/** The node of a global ID; those that fields of one place ask for are read together. */
export async function loadNode(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  id: string,
): Promise<object | null> {
  nodeQuery(ctx, info, nodeId(id, 'id').name);
  const load = batchByKey(ctx, ['node', ...placeOf(info.path)], async (ids: readonly string[]) => {
    const rows = await findNodes(
      ctx,
      info,
      ids.map((one) => nodeId(one, 'id')),
    );
    return new Map(ids.map((one, index) => [one, rows[index]]));
  });
  return (await load(id)) ?? null;
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'Looks up an object by its global ID. Returns null if the seat has no such object.',
    args: { id: t.arg.id({ required: true, description: 'The global ID, such as `Line:123`.' }) },
    resolve: async (_root, { id }, ctx, info) => (await findNodes(ctx, info, [nodeId(id, 'id')]))[0] ?? null,
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'Looks up objects by their global IDs, in the order of the IDs. Contains null for each that the seat does not have.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The global IDs, at most ${MAX_NODES}. They can be of different types.`,
      }),
    },
    resolve: (_root, { ids }, ctx, info) => findNodes(ctx, info, nodeIds(ids)),
  }),
}));
