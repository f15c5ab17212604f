import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { MAX_ID } from '../../resources/define/fields.ts';
import { MAX_NODES } from '../../resources/read/bound.ts';
import { builder } from '../builder.ts';
import { readRows } from '../reading/read-field.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { idIn, idsIn, nodeId, nodeIds, nodeTypes } from './node-types.ts';

/** The types of objects that were found as nodes, because objects do not contain their type. */
const typesOfNodes = new WeakMap<object, string>();

export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'An object with a global ID.',
  resolveType: (node) => typesOfNodes.get(node),
  fields: (t) => ({ id: t.field({ type: 'ID', description: 'The global ID, such as `Line:123`.' }) }),
});

type Type = ObjectRef<(typeof builder)['$inferSchemaTypes'], object>;

/** Makes the type of a resource implement `Node`. */
export function rowNodeType({
  type,
  name,
  largestId,
}: {
  type: Type;
  name: string;
  largestId?: number;
}): void {
  type.addInterfaces([Node]);
  nodeTypes.set(name, { idIn: idIn(largestId) });
}

/** Makes a type implement `Node` whose objects are found by verbs. `find` returns those that the caller can see. */
export function nodeType<Found extends object>(options: {
  type: Type;
  name: string;
  find: (call: { ctx: DomainContext; keys: readonly string[] }) => Promise<readonly Found[]>;
  keyOf: (found: Found) => unknown;
}): void {
  const { type, name, find, keyOf } = options;
  type.addInterfaces([Node]);
  nodeTypes.set(name, {
    find: async (ctx, keys) => (await find({ ctx, keys })).map((found) => [keyOf(found), found]),
  });
}

/** Like `nodeType`, for objects with an integer ID. */
export function numberedNodeType<Found extends { id: number }>(options: {
  type: Type;
  name: string;
  find: (call: { ctx: DomainContext; where: { id: { in: number[] } }; query: object }) => Promise<Found[]>;
}): void {
  const idOf = idIn(MAX_ID);
  nodeType<Found>({
    ...options,
    find: async ({ ctx, keys }) => {
      const ids = idsIn(keys, idOf);
      return ids.length === 0 ? [] : await options.find({ ctx, where: { id: { in: ids } }, query: {} });
    },
    keyOf: ({ id }) => id,
  });
}

/** Returns a type as the type of a field that returns loaded nodes. */
export const asLoadedType = (type: Type): Type => type;

/**
 * Returns the objects of global IDs with their selected fields, by one statement per type; null for those not found.
 */
async function findNodes(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  requested: readonly ReturnType<typeof nodeId>[],
): Promise<(object | null)[]> {
  const found = new Map<string, object>();
  await Promise.all(
    [...new Set(requested.map(({ name }) => name))].map(async (name) => {
      const keys = [...new Set(requested.flatMap((id) => (id.name === name ? [id.key] : [])))];
      for (const [key, node] of await nodesOfType(ctx, info, name, keys)) {
        typesOfNodes.set(node, name);
        found.set(`${name}:${key}`, node);
      }
    }),
  );
  return requested.map(({ name, key }) => found.get(`${name}:${key}`) ?? null);
}

async function nodesOfType(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  name: string,
  keys: readonly string[],
): Promise<Iterable<readonly [unknown, object]>> {
  const { find, idIn } = nodeTypes.get(name) ?? {};
  if (find) return find(ctx, keys);
  const ids = idIn ? idsIn(keys, idIn) : [];
  return ids.length === 0 ? [] : readRows(ctx, info, { resource: name, ids });
}

/** Returns the node of a global ID. Nodes of fields in the same place are read by one statement. */
export async function loadNode(
  ctx: DomainContext,
  info: GraphQLResolveInfo,
  id: string,
): Promise<object | null> {
  const load = batchByKey(ctx, ['node', ...placeOf(info.path)], async (ids: readonly string[]) => {
    const nodes = await findNodes(
      ctx,
      info,
      ids.map((one) => nodeId(one, 'id')),
    );
    return new Map(ids.map((one, index) => [one, nodes[index]]));
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
