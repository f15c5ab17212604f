import type { InputRef, ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { testsIn, whereOf } from '../../domain/conditions.ts';
import type { DomainContext } from '../../domain/context.ts';
import { MAX_ID } from '../../domain/fields.ts';
import { BY_ID, beyond, type Order, orderByOf } from '../../domain/keyset.ts';
import { canBeNull, type Kind, type ListDefinition, SQL_TYPES } from '../../domain/list-fields.ts';
import type { Resource } from '../../domain/resource/definition.ts';
import { listOf } from '../../domain/resource/list.ts';
import { builder } from '../builder.ts';
import { asksOnlyFor } from '../server/selections.ts';
import { enumOf } from './enums.ts';
import { conditionsIn, filterInput } from './filters.ts';
import { type CursorShape, isBackward, Page, type PageArguments, readPage } from './pages.ts';

/** What every connection has: filter, order, page and total. */

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'The number of elements on all pages. Only counted when selected.',
    resolve: ({ totalCount }) => (typeof totalCount === 'function' ? totalCount() : totalCount),
  }),
);

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'The possible directions in which to order a list.',
  values: { ASC: { description: 'Ascending order.' }, DESC: { description: 'Descending order.' } } as const,
});

type Types = (typeof builder)['$inferSchemaTypes'];
type Type = ObjectRef<Types, object>;
interface OrderArgument {
  readonly field: string;
  readonly direction?: 'ASC' | 'DESC' | null | undefined;
}
export type ListArguments = PageArguments & {
  readonly filter?: object | null | undefined;
  readonly orderBy?: OrderArgument | null | undefined;
};

/** The type of rows that a connection returns, independent of the owner. */
export interface ConnectionType {
  readonly type: Type;
  readonly name: string;
  readonly list: ListDefinition;
  /** Restricts the rows to those that the caller can see. */
  readonly visible: (ctx: DomainContext) => object;
  readonly usually: Order;
  readonly largestId: number;
  readonly connection: Type;
  readonly filter: InputRef<Record<string, unknown>>;
  readonly order: InputRef<OrderArgument>;
  /** Fields of Query that answer all of the seat's. */
  readonly roots: Set<string>;
}

/** By the names of their types. */
export const connectionTypes = new Map<string, ConnectionType>();

/** The connection of a resource, from its definition. */
export function connectionOf(options: {
  resource: Resource;
  type: unknown;
  visible: (ctx: DomainContext) => object;
}): ConnectionType {
  const { resource, type, visible } = options;
  const { status } = resource.fields;
  return connectionType({
    type,
    name: resource.name,
    words: resource.many,
    list: listOf(resource),
    visible,
    ...(status?.words && { status: enumOf(status.words) }),
  });
}

/** Makes `XConnection`, `XEdge`, `XFilter` and `XOrder` of a type. */
export function connectionType(options: {
  type: unknown;
  name: string;
  /** The plural: `advertisers`. */
  words: string;
  list: ListDefinition;
  visible: (ctx: DomainContext) => object;
  /** The enum of `status`. */
  status?: unknown;
  newestFirst?: boolean;
  /** Of rows whose IDs have 64 bits. */
  largestId?: number;
}): ConnectionType {
  const { name, words, list, visible, status, newestFirst, largestId = MAX_ID } = options;
  const type = options.type as Type;
  const made: ConnectionType = {
    type,
    name,
    list,
    visible,
    usually: { ...BY_ID, direction: newestFirst ? 'desc' : 'asc' },
    largestId,
    connection: builder.connectionObject(
      { type, name: `${name}Connection`, description: `A page of ${words}.` },
      { name: `${name}Edge`, description: `An edge of a page of ${words}.` },
    ) as unknown as Type,
    filter: filterInput({ name, words, list, status }),
    order: orderInput({ name, words, list }),
    roots: new Set(),
  };
  connectionTypes.set(`${name}Connection`, made);
  return made;
}

/** `XOrder {field direction}`. The values of the fields are their columns. */
function orderInput(options: { name: string; words: string; list: ListDefinition }): InputRef<OrderArgument> {
  const { name, words, list } = options;
  const fields = [...new Set(['id', ...Object.keys(list.fields)])];
  const values = Object.fromEntries(
    fields.map((field) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      { value: list.fields[field]?.column ?? field, description: `Orders by \`${field}\`.` },
    ]),
  );
  const field = builder.enumType(`${name}OrderField`, {
    description: `The fields by which ${words} can be ordered. Those without a value come last.`,
    values,
  });
  return builder.inputType(`${name}Order`, {
    description: `The ordering of ${words}.`,
    fields: (t) => ({
      field: t.field({ type: field, required: true, description: 'The field to order by.' }),
      direction: t.field({
        type: OrderDirection,
        description: 'The direction of the ordering. Default `ASC`.',
      }),
    }),
  }) as unknown as InputRef<OrderArgument>;
}

/** The columns and relations to load for the rows of a connection. */
export function nodesQuery(options: {
  ctx: DomainContext;
  info: GraphQLResolveInfo;
  /** The type's name. */
  name: string;
  shape: CursorShape;
}): object {
  const { ctx, info, name, shape } = options;
  return queryFromInfo({
    context: ctx,
    info,
    select: cursorColumns(shape),
    paths: [['nodes'], ['edges', 'node']],
    typeName: name,
  });
}

/** A connection at the root: rows of the seat. */
export function rootConnection(options: {
  of: ConnectionType;
  field: string;
  description: string;
  find: (call: { ctx: DomainContext; where: object; query: object }) => Promise<readonly object[]>;
  count: (call: { ctx: DomainContext; where: object }) => Promise<number>;
}): void {
  const { of, field, description, find, count } = options;
  of.roots.add(field);
  builder.queryField(field, (t) =>
    t.connection(
      {
        type: of.type,
        description,
        args: listArguments(t.arg as never, of),
        resolve: async (_root, args: ListArguments, ctx, info) => {
          const { shape, where, narrowed, query } = readList(ctx, of, args);
          const columns = nodesQuery({ ctx, info, name: of.name, shape });
          const rows = asksOnlyFor(info, 'totalCount')
            ? []
            : await find({ ctx, where: narrowed, query: { ...columns, ...query } });
          return new Page({ args, rows, shape, totalCount: () => count({ ctx, where }) }) as never;
        },
      },
      of.connection as never,
    ),
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
  addField<Fields>(owner, field, (t) =>
    t.connection(
      {
        type: of.type,
        description,
        args: listArguments(t.arg, of),
        extensions: { pothosPrismaSelect: selection(of, relation) },
        resolve: (parent, args) =>
          new Page({
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

/** Adds a field to a type, with the part of the field builder that is used: its own type would follow all relations. */
export function addField<Builder>(owner: unknown, field: string, make: (t: Builder) => unknown): void {
  const add = builder.prismaObjectField.bind(builder) as unknown as (
    ...given: [owner: unknown, field: string, make: (t: Builder) => unknown]
  ) => void;
  add(owner, field, make);
}

interface Fields {
  readonly arg: (options: object) => never;
  connection(
    options: {
      type: Type;
      description: string;
      args: object;
      extensions: object;
      resolve: (parent: Owner, args: ListArguments) => Page;
    },
    connection: Type,
  ): unknown;
}
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
    const { shape, where, narrowed, query } = readList(ctx, of, args);
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

export function listArguments(arg: (options: object) => never, { filter, order, usually }: ConnectionType) {
  const unless =
    usually.direction === 'asc'
      ? 'The ordering of the results. Defaults to ascending ID.'
      : 'The ordering of the results. Defaults to newest first.';
  return {
    filter: arg({ type: filter, description: 'Filters the results.' }),
    orderBy: arg({ type: order, description: unless }),
  };
}

export function shapeOf(of: ConnectionType, { orderBy }: ListArguments): CursorShape {
  const { name, list, usually, largestId } = of;
  if (!orderBy) return { name, order: usually, largestId, readValue: () => undefined };
  const column = orderBy.field;
  const kind = Object.values(list.fields).find((field) => field.column === column)?.kind ?? 'id';
  const nullable = canBeNull(list, column);
  const order: Order = {
    column,
    direction: orderBy.direction === 'DESC' ? 'desc' : 'asc',
    sqlType: SQL_TYPES[kind],
    ...(nullable && { nulls: 'last' }),
  };
  const readValue = (value: unknown) => (value === null && nullable ? null : READ[kind](value));
  return { name, order, largestId, readValue };
}

const readText = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0') ? value : undefined;
const readInteger = (value: unknown) =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 ? value : undefined;
const readMoment = (value: unknown) => {
  const date = typeof value === 'string' ? new Date(value) : undefined;
  return date && date.toJSON() === value && date.getUTCFullYear() >= 1 ? date : undefined;
};
/** How the value of a cursor is read, by the kind of its column. */
const READ: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  text: readText,
  listed: readText,
  status: readText,
  id: readInteger,
  integer: readInteger,
  long: (value) => (Number.isSafeInteger(value) ? value : undefined),
  number: (value) => (Number.isFinite(value) ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  moment: readMoment,
};

/** The checked arguments of a list; `where` is all of it, `narrowed` what comes after the cursor. */
export function readList(ctx: DomainContext, of: ConnectionType, args: ListArguments) {
  const shape = shapeOf(of, args);
  const { limit, order, position } = readPage(args, shape);
  const conditions = conditionsIn(ctx, of.list, args.filter);
  const where = whereOf(conditions);
  return {
    shape,
    limit,
    order,
    position,
    conditions,
    values: testsIn(conditions).map(({ value }) => value),
    backward: isBackward(args),
    where,
    narrowed: position ? { AND: [where, beyond(order, position)] } : where,
    query: { orderBy: orderByOf(order), take: limit + 1 },
  };
}

/** `creative.name` makes `{creative: {select: {name: true}}}`. */
function cursorColumns({ order }: CursorShape): Record<string, true | { select: Record<string, true> }> {
  const [first = '', inner] = order.column.split('.');
  return { id: true, [first]: inner === undefined ? true : { select: { [inner]: true } } };
}
