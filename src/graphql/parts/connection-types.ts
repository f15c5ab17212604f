import type { ArgBuilder, InputRef, ObjectRef } from '@pothos/core';
import type { DomainContext } from '../../domain/context.ts';
import type { PacingMetric } from '../../domain/reporting/delivery/rank.ts';
import type { EnumType } from '../../resources/define/enum-type.ts';
import { MAX_ID } from '../../resources/define/fields.ts';
import type { Resource } from '../../resources/define/resource.ts';
import type { Conditions } from '../../resources/filter/conditions.ts';
import { BY_ID, type Order } from '../../resources/filter/keyset.ts';
import { listOf } from '../../resources/filter/list.ts';
import type { ListDefinition } from '../../resources/filter/list-fields.ts';
import { builder } from '../builder.ts';
import { DeliveryConditions, readDeliveryConditions } from '../delivery/delivery-filter.ts';
import { DeliveryOrder, type DeliveryOrderArgument, PacingOrder, rankedPrice } from '../delivery/order.ts';
import { priced } from '../server/price/price.ts';
import { type ReadFrom, readsFrom } from '../server/price/reads.ts';
import { filterInput } from './filters.ts';
import type { ElementType } from './input-object.ts';
import type { PageArguments } from './pages.ts';
import { enumOf } from './values/enums.ts';

/** The types of connections: pages, edges, filters and orders. */

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
export type Type = ObjectRef<Types, object>;
interface OrderArgument {
  readonly field?: string | null | undefined;
  readonly direction?: 'ASC' | 'DESC' | null | undefined;
  /** Replaces `field` for types that have delivery. */
  readonly delivery?: DeliveryOrderArgument | null | undefined;
  /** Replaces `field` for lines. */
  readonly pacing?: PacingMetric | null | undefined;
}
export type ListArguments = PageArguments & {
  readonly filter?: object | null | undefined;
  readonly orderBy?: OrderArgument | null | undefined;
};

/** The type of rows that a connection returns, independent of the owner. */
export interface ConnectionType {
  readonly type: Type;
  readonly name: string;
  readonly list: ListDefinition & Pick<ReadFrom, 'owner'>;
  readonly defaultOrder: Order;
  readonly largestId: number;
  readonly connection: Type;
  /** Missing if lists of the type can be neither filtered nor ordered. */
  readonly filter?: InputRef<Record<string, unknown>>;
  readonly order?: InputRef<OrderArgument>;
  /** Set if its rows can be ordered by delivery. */
  readonly delivers?: true | undefined;
  /** The fields of Query that return all rows of the seat. */
  readonly roots: Set<string>;
  /** Converts a filter that does not follow from `list`. */
  readonly conditions?: ((filter: object, ctx: DomainContext) => Conditions) | undefined;
}

/** What is needed to read the rows of a connection. */
export type ReadConnection = Pick<
  ConnectionType,
  'name' | 'list' | 'defaultOrder' | 'largestId' | 'delivers' | 'roots' | 'conditions'
>;

/** By type name. */
export const connectionTypes = new Map<string, ReadConnection>();

/** Returns the connection of a resource, generated from its definition. */
export function connectionOf(options: {
  resource: Resource;
  type: Type;
  /** Set if it can be ordered by delivery. */
  delivers?: true;
  /** Its filters and orders, unless they follow from the definition. */
  list?: ListDefinition;
  /** Additional filters, see `ListDefinition`. With `pacing`, the connection can be ordered by it, too. */
  derived?: Readonly<Record<string, EnumType>>;
}): ConnectionType {
  const { resource, type, delivers, derived, list = listOf(resource) } = options;
  const { status } = resource.fields;
  return connectionType({
    type,
    name: resource.name,
    plural: resource.many,
    list: {
      ...list,
      ...(derived && { derived }),
      ...(delivers && { computed: { delivery: readDeliveryConditions } }),
    },
    delivers,
    ...(resource.newestFirst && { newestFirst: true }),
    ...(resource.hasLongIds && { largestId: Number.MAX_SAFE_INTEGER }),
    ...(status?.enumType && { status: enumOf(status.enumType) }),
  });
}

/** Defines `XConnection`, `XEdge`, `XFilter` and `XOrder` of a type. */
export function connectionType(options: {
  type: Type;
  name: string;
  /** The plural, such as `advertisers`. */
  plural: string;
  list: ListDefinition;
  /** The enum of `status`. */
  status?: ElementType;
  newestFirst?: boolean;
  /** Set for rows whose IDs have 64 bits. */
  largestId?: number;
  delivers?: true | undefined;
}): ConnectionType {
  const { type, name, plural, list, delivers, status, newestFirst, largestId = MAX_ID } = options;
  const made: ConnectionType = {
    type,
    name,
    list,
    delivers,
    defaultOrder: { ...BY_ID, direction: newestFirst ? 'desc' : 'asc' },
    largestId,
    connection: builder.connectionObject(
      { type, name: `${name}Connection`, description: `A page of ${plural}.` },
      { name: `${name}Edge`, description: `An edge of a page of ${plural}.` },
    ),
    filter: filterInput({
      ...{ name, plural, list, status },
      ...(delivers && { computed: { delivery: DeliveryConditions } }),
    }),
    order: orderInput({ name, plural, list, delivers: delivers === true }),
    roots: new Set(),
  };
  connectionTypes.set(`${name}Connection`, made);
  return made;
}

/** Defines `XOrder {field direction}`. The values of the enum are column names. */
function orderInput(options: {
  name: string;
  plural: string;
  list: ListDefinition;
  delivers: boolean;
}): InputRef<OrderArgument> {
  const { name, plural, list, delivers } = options;
  const isPaced = list.derived?.pacing !== undefined;
  const fields = [...new Set(['id', ...Object.keys(list.fields)])];
  const values = Object.fromEntries(
    fields.map((field) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      { value: list.fields[field]?.column ?? field, description: `Orders by \`${field}\`.` },
    ]),
  );
  const field = builder.enumType(`${name}OrderField`, {
    description: `The fields by which ${plural} can be ordered. Those without a value come last.`,
    values,
  });
  return builder.inputRef<OrderArgument, false>(`${name}Order`).implement({
    description: `The ordering of ${plural}.`,
    fields: (t) => ({
      field: t.field({
        type: field,
        required: !delivers,
        description: delivers
          ? `The field to order by, unless ${isPaced ? '`delivery` or `pacing`' : '`delivery`'} is given.`
          : 'The field to order by.',
      }),
      ...(delivers && {
        delivery: t.field({
          type: DeliveryOrder,
          description: `Orders ${plural} by what they delivered, in place of \`field\`.`,
        }),
      }),
      ...(isPaced && {
        pacing: t.field({
          type: PacingOrder,
          description: `Orders ${plural} by their pacing, in place of \`field\`.`,
        }),
      }),
      direction: t.field({
        type: OrderDirection,
        description: 'The direction of the ordering. Default `ASC`.',
      }),
    }),
  });
}

/** Returns the prices of a list: it reads the rows that it searches; ordering by delivery also reads facts. */
export const pricesOf = ({ delivers, list }: ConnectionType) => ({
  ...readsFrom(list),
  ...(delivers && priced(rankedPrice(list))),
});

export function listArguments(arg: ArgBuilder<Types>, { name, filter, order, defaultOrder }: ConnectionType) {
  if (!filter || !order) throw new Error(`Lists of ${name} have no filter.`);
  const unless =
    defaultOrder.direction === 'asc'
      ? 'The ordering of the results. Defaults to ascending ID.'
      : 'The ordering of the results. Defaults to newest first.';
  return {
    filter: arg({ type: filter, description: 'Filters the results.' }),
    orderBy: arg({ type: order, description: unless }),
  };
}
