import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import type { Table } from './catalogue.ts';

export const COMPARISONS = new Map([
  ['_eq', '='],
  ['_neq', '<>'],
  ['_gt', '>'],
  ['_gte', '>='],
  ['_lt', '<'],
  ['_lte', '<='],
  ['_ilike', 'ILIKE'],
]);

const Order = new GraphQLEnumType({ name: 'order_by', values: { asc: {}, desc: {} } });
const Aggregate = new GraphQLObjectType({
  name: 'aggregate',
  fields: { count: { type: new GraphQLNonNull(GraphQLInt) } },
});
const AggregateOf = new GraphQLObjectType({
  name: 'aggregate_of',
  fields: { aggregate: { type: Aggregate } },
});

/** The schema that Hasura would show of these tables: `line(where, order_by, limit, offset)`, `line_by_pk`, `lines_aggregate`. */
export function schemaOf(tables: ReadonlyMap<string, Table>): GraphQLSchema {
  const types = new Map<string, GraphQLObjectType>();
  const args = new Map<string, GraphQLFieldConfigArgumentMap>();
  for (const table of tables.values()) {
    types.set(table.name, new GraphQLObjectType({ name: table.name, fields: () => fieldsOf(table) }));
    args.set(table.name, argsOf(table));
  }
  const list = ({ name }: Table) => ({
    type: new GraphQLList(new GraphQLNonNull(typeOf(name))),
    args: args.get(name) ?? {},
  });
  const aggregate = ({ name }: Table) => ({
    type: AggregateOf,
    args: { where: args.get(name)?.where ?? missing(name) },
  });

  function typeOf(name: string): GraphQLObjectType {
    return types.get(name) ?? missing(name);
  }

  function fieldsOf({ columns, relations }: Table) {
    const fields: GraphQLFieldConfigMap<unknown, unknown> = {};
    for (const [name, type] of columns) fields[name] = { type: scalar(type) };
    for (const [name, { table, isList }] of relations) {
      fields[name] = isList ? list(table) : { type: typeOf(table.name) };
      if (isList) fields[`${name}_aggregate`] = aggregate(table);
    }
    return fields;
  }

  const query: GraphQLFieldConfigMap<unknown, unknown> = {};
  for (const table of tables.values()) {
    query[table.name] = list(table);
    query[`${table.name}_aggregate`] = aggregate(table);
    if (table.primaryKey.length > 0)
      query[`${table.name}_by_pk`] = { type: typeOf(table.name), args: keyOf(table) };
  }
  // Conditions on the selection would need a plan for each of their values; there are none.
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'query_root', fields: query }),
    directives: [],
  });
}

function argsOf({ name, columns }: Table): GraphQLFieldConfigArgumentMap {
  const names = [...columns];
  const where = new GraphQLInputObjectType({
    name: `${name}_bool_exp`,
    fields: Object.fromEntries(names.map(([column, type]) => [column, { type: comparison(type) }])),
  });
  const order = new GraphQLInputObjectType({
    name: `${name}_order_by`,
    fields: Object.fromEntries(names.map(([column]) => [column, { type: Order }])),
  });
  return {
    where: { type: where },
    order_by: { type: new GraphQLList(new GraphQLNonNull(order)) },
    limit: { type: GraphQLInt },
    offset: { type: GraphQLInt },
  };
}

function keyOf({ columns, primaryKey }: Table): GraphQLFieldConfigArgumentMap {
  const type = (column: string) => new GraphQLNonNull(scalar(columns.get(column) ?? missing(column)));
  return Object.fromEntries(primaryKey.map((column) => [column, { type: type(column) }]));
}

const scalars = new Map<string, GraphQLScalarType>([
  ['int4', GraphQLInt],
  ['float8', GraphQLFloat],
  ['text', GraphQLString],
  ['bool', GraphQLBoolean],
]);
const comparisons = new Map<string, GraphQLInputObjectType>();

function scalar(type: string): GraphQLScalarType {
  const known = scalars.get(type) ?? new GraphQLScalarType({ name: type });
  scalars.set(type, known);
  return known;
}

function comparison(type: string): GraphQLInputObjectType {
  const fields = () =>
    Object.fromEntries([...COMPARISONS.keys()].map((name) => [name, { type: scalar(type) }]));
  const known =
    comparisons.get(type) ?? new GraphQLInputObjectType({ name: `${type}_comparison_exp`, fields });
  comparisons.set(type, known);
  return known;
}

function missing(name: string): never {
  throw new Error(`Unknown: ${name}`);
}
