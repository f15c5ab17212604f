import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Table } from './catalogue.ts';
import { COMPARISONS } from './schema.ts';
import { argument, members, selected } from './selected.ts';

/** The caller, and the values of the query. */
export interface Caller {
  readonly seatId: number;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface Statement {
  readonly sql: string;
  /** What is bound to `$1`, `$2` … */
  readonly values: readonly ((caller: Caller) => unknown)[];
}

type Tables = ReadonlyMap<string, Table>;

/** One statement for an operation that the schema has validated: its one row is the text of the answer. */
export function translate(
  tables: Tables,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Statement {
  const translation = new Translation(tables, document);
  const sql = `SELECT ${translation.root(operation.selectionSet)}::text AS data`;
  return { sql, values: translation.values };
}

class Translation {
  readonly values: ((caller: Caller) => unknown)[] = [];
  readonly #tables: Tables;
  readonly #document: DocumentNode;
  #aliases = 0;

  constructor(tables: Tables, document: DocumentNode) {
    this.#tables = tables;
    this.#document = document;
  }

  root(selections: SelectionSetNode): string {
    return this.#object(selections, (field, name) => {
      const table = this.#tables.get(name.replace(/_by_pk$|_aggregate$/, ''));
      if (!table) return `'query_root'`;
      if (!name.endsWith('_by_pk')) return this.#many(table, field);
      return this.#one(table, field, (alias) =>
        table.primaryKey.map((column) => this.#compared(table, alias, column, '=', argument(field, column))),
      );
    });
  }

  /** What is selected of one row; PostgreSQL takes 50 fields. */
  #row(table: Table, alias: string, selections: SelectionSetNode | undefined): string {
    return this.#object(selections, (field, name) => {
      if (table.columns.has(name)) return `${alias}."${name}"`;
      const relation = table.relations.get(name.replace(/_aggregate$/, ''));
      if (!relation) return `'${table.name}'`;
      const joined = (inner: string) => [`${inner}."${relation.to}" = ${alias}."${relation.from}"`];
      return relation.isList
        ? this.#many(relation.table, field, joined)
        : this.#one(relation.table, field, joined);
    });
  }

  #object(selections: SelectionSetNode | undefined, of: (field: FieldNode, name: string) => string): string {
    const parts = selected(this.#document, selections).map(
      ([key, field]) => `'${key}', ${of(field, field.name.value)}`,
    );
    return `json_build_object(${parts.join(', ')})`;
  }

  #one(table: Table, field: FieldNode, where: (alias: string) => string[]): string {
    const alias = this.#alias();
    return `(SELECT ${this.#row(table, alias, field.selectionSet)} ${this.#from(table, alias, where(alias))})`;
  }

  #many(table: Table, field: FieldNode, joined: (alias: string) => string[] = () => []): string {
    const alias = this.#alias();
    const from = this.#from(table, alias, [
      ...joined(alias),
      ...this.#conditions(table, alias, argument(field, 'where')),
    ]);
    if (field.name.value.endsWith('_aggregate')) return this.#count(field, from);
    const page = `SELECT ${alias}.* ${from}${this.#order(alias, field)}${this.#bound('LIMIT', field)}${this.#bound('OFFSET', field)}`;
    return `(SELECT coalesce(json_agg(${this.#row(table, alias, field.selectionSet)}), '[]') FROM (${page}) ${alias})`;
  }

  /** `lines_aggregate { aggregate { count } }` */
  #count(field: FieldNode, from: string): string {
    const aggregate = (inner: FieldNode) => this.#object(inner.selectionSet, () => 'count(*)');
    return `(SELECT ${this.#object(field.selectionSet, aggregate)} ${from})`;
  }

  /** As Hasura's permissions would say it: of tables with a seat, callers see the rows of theirs. */
  #from(table: Table, alias: string, where: readonly string[]): string {
    const seat = table.columns.has('seat_id')
      ? [`${alias}.seat_id = ${this.#bind(({ seatId }) => seatId, 'int4')}`]
      : [];
    return `FROM "${table.name}" ${alias} WHERE ${[...where, ...seat].join(' AND ') || 'true'}`;
  }

  #conditions(table: Table, alias: string, where: ValueNode | undefined): string[] {
    return members(where).flatMap(({ name: column, value }) =>
      members(value).map(({ name, value }) =>
        this.#compared(table, alias, column.value, COMPARISONS.get(name.value), value),
      ),
    );
  }

  #compared(table: Table, alias: string, column: string, sign = '=', value?: ValueNode): string {
    if (!value) throw new Error(`${column} is missing.`);
    return `${alias}."${column}" ${sign} ${this.#bind(sent(value), table.columns.get(column) ?? 'text')}`;
  }

  #order(alias: string, field: FieldNode): string {
    const node = argument(field, 'order_by');
    if (!node) return '';
    const orders = (node.kind === Kind.LIST ? node.values : [node]).flatMap((value) => members(value));
    const direction = (value: ValueNode) =>
      value.kind === Kind.ENUM && value.value === 'desc' ? 'DESC' : 'ASC';
    return ` ORDER BY ${orders.map(({ name, value }) => `${alias}."${name.value}" ${direction(value)}`).join(', ')}`;
  }

  #bound(word: 'LIMIT' | 'OFFSET', field: FieldNode): string {
    const value = argument(field, word.toLowerCase());
    return value ? ` ${word} ${this.#bind(sent(value), 'int')}` : '';
  }

  #bind(value: (caller: Caller) => unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  #alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}

function sent(node: ValueNode): (caller: Caller) => unknown {
  return ({ variables }) => valueFromASTUntyped(node, { ...variables });
}
