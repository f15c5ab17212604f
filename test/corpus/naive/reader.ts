import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type ExecutionResult,
  executeSync,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { RESOURCES } from '../../../src/domain/resources.ts';
import type { Relation } from '../../../src/resources/define/resource.ts';
import { type ListArguments, NaiveLists } from './lists.ts';
import { type NaiveRows, type Row, snake } from './rows.ts';

/**
 * Answers queries about rows without the service: graphql-js executes them over `schema.graphql` and rows in memory. It
 * shares nothing with the reader of the service but the names of columns, so that both make no mistake together.
 */
export class NaiveReader {
  readonly schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));
  readonly rows: NaiveRows;
  readonly lists: NaiveLists;

  constructor(rows: NaiveRows) {
    this.rows = rows;
    this.lists = new NaiveLists(this.schema, rows);
  }

  answer(query: string, variables: Readonly<Record<string, unknown>>): ExecutionResult {
    return executeSync({
      schema: this.schema,
      document: parse(query),
      variableValues: variables,
      fieldResolver: (source, args, _context, info) =>
        source === undefined
          ? this.#root(args, info)
          : source instanceof Item
            ? this.#field(source, args, info)
            : source[info.fieldName],
      typeResolver: ({ type }: Item) => type,
    });
  }

  /** The fields of a type that it can answer. */
  fieldsOf(type: GraphQLObjectType): string[] {
    const { fields = {}, relations = {}, passthrough } = RESOURCES.get(type.name) ?? {};
    const isRead = (name: string) =>
      Object.hasOwn(fields, name) ||
      Object.hasOwn(relations, name) ||
      name === 'databaseId' ||
      (name === 'extra' && passthrough !== undefined) ||
      Object.hasOwn(FOLLOWS, `${type.name}.${name}`);
    return Object.keys(type.getFields()).filter(isRead);
  }

  #item(type: string, row: Row | undefined): Item | null {
    return row ? new Item(type, row) : null;
  }

  #page(type: string, rows: readonly Row[], args: ListArguments) {
    const { edges, ...page } = this.lists.page(type, rows, args);
    const items = edges.map(({ row, cursor }) => ({ cursor, node: new Item(type, row) }));
    return { ...page, edges: items, nodes: items.map(({ node }) => node) };
  }

  #root(
    args: ListArguments & { id?: unknown; ids?: unknown[] },
    { fieldName, returnType }: GraphQLResolveInfo,
  ) {
    const { name } = getNamedType(returnType);
    const byId = (type: string, id: unknown) =>
      this.#item(type, this.rows.byId(type, Number(String(id).split(':').at(-1))));
    const node = (id: unknown) => byId(String(id).split(':')[0] ?? '', id);
    if (fieldName === 'node') return node(args.id);
    if (fieldName === 'nodes') return args.ids?.map(node);
    if (args.id !== undefined) return byId(name, args.id);
    const type = name.replace(/Connection$/, '');
    return this.#page(type, this.rows.of(type), args);
  }

  #field({ type, row }: Item, args: ListArguments, { fieldName, returnType }: GraphQLResolveInfo): unknown {
    const resource = RESOURCES.get(type);
    const relation = resource?.relations[fieldName];
    if (relation) return this.#related(type, row, fieldName, relation, args);
    const follows = FOLLOWS[`${type}.${fieldName}`];
    if (follows) return follows(row);
    if (fieldName === 'databaseId') return row.id;
    if (fieldName === 'extra') return row.extra;
    const field = resource?.fields[fieldName];
    if (!field) throw new Error(`The naive reader does not know ${type}.${fieldName}.`);
    return shaped(this.rows.valueAt(row, field.column), returnType, field.of);
  }

  #related(type: string, row: Row, name: string, relation: Relation, args: ListArguments): unknown {
    const { to, resource, column, ownerType, ownerName = type } = relation;
    if (to === 'one') return this.#item(resource, this.rows.byId(resource, row[snake(column)]));
    const rule = RULES[`${type}.${name}`];
    const belongs = (other: Row) =>
      rule
        ? rule(other, row)
        : other[snake(column)] === row.id &&
          (ownerType === undefined || other[snake(ownerType)] === ownerName);
    const rows = this.rows.of(resource).filter(belongs);
    if (to === 'pages') return this.#page(resource, rows, args);
    return to === 'many' ? rows.map((each) => new Item(resource, each)) : this.#item(resource, rows[0]);
  }
}

class Item {
  readonly type: string;
  readonly row: Row;

  constructor(type: string, row: Row) {
    this.type = type;
    this.row = row;
  }
}

/** What follows from several columns, or from none. */
const FOLLOWS: Readonly<Record<string, (row: Row) => unknown>> = {
  'Change.resourceId': (change) => `${change.resource}:${change.resource_id}`,
  'NativeList.nativeListTypeId': () => 1,
  'NativeList.exclude': () => true,
};

/** Which rows belong to a row by another rule than a column. */
const RULES: Readonly<Record<string, (other: Row, row: Row) => boolean>> = {
  'Advertiser.deals': (deal, advertiser) => {
    const groups = deal.account_groups as number[];
    const own = Number(advertiser.account_group_id);
    const isOfGroup = deal.account_group_id === own || groups.includes(own);
    const isOfAll = deal.account_group_id === null && groups.length === 0;
    const isListed = (deal.accounts as unknown[]).includes(advertiser.id);
    return (isOfGroup || isOfAll) && isListed !== deal.account_is_excluded;
  },
};

/** A stored value as the type of its field shows it. */
function shaped(value: unknown, type: GraphQLOutputType, of: string | undefined): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return value ?? [];
  if (value == null) return null;
  // Earlier versions stored other words, too.
  if (isEnumType(nullable)) return nullable.getValue(String(value)) ? value : null;
  if (isObjectType(nullable)) return value;
  const shapes: Readonly<Record<string, (value: unknown) => unknown>> = {
    ID: (id) => `${of}:${id}`,
    DateTime: (time) => (time as Date).toISOString(),
    Decimal: String,
    Boolean: (flag) => flag === true || flag === 'TRUE',
  };
  return shapes[getNamedType(type).name]?.(value) ?? value;
}
