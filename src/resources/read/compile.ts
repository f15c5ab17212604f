import type { Call } from '../define/expression.ts';
import type { Format } from '../define/kinds.ts';
import { columnSql, tableSql } from '../filter/predicate-sql.ts';
import type { Member, Plan, Value } from './plan.ts';
import { fieldSql, memberSql, objectSql, passthroughSql } from './statement/fields.ts';
import { pageSql } from './statement/page.ts';
import { idType, pageRows, rowOf, visibilitySql } from './statement/rows.ts';
import { type Row, Statement } from './statement/statement.ts';
import { literal, type Output } from './statement/text.ts';

/** A statement that returns one row with one text, and how its values are bound. */
export interface Compiled {
  readonly text: string;
  readonly bind: (call: Call) => unknown[];
}

export function compile({ format, members }: Plan): Compiled {
  return compileValue(format, { is: 'object', members });
}

/** Returns a statement for the number of bytes that the response would have. */
export function compileSize({ format, members }: Plan): Compiled {
  const statement = new Statement(format, 'size');
  const size = new Compiler(statement).text({ is: 'object', members }, undefined);
  return compiled(statement, `SELECT ${size}::text AS data`);
}

export function compileValue(format: Format, value: Value): Compiled {
  const statement = new Statement(format);
  return compiled(statement, `SELECT ${new Compiler(statement).text(value, undefined)} AS data`);
}

/** Returns a statement for the rows of a page as one text, `data`, and their number, `count`. */
export function compileRows(format: Format, value: Extract<Value, { is: 'rows' }>): Compiled {
  const statement = new Statement(format);
  const rows = new Compiler(statement).rowTexts(value, undefined);
  const list = `'[' || coalesce(string_agg(p.t, ','), '') || ']'`;
  return compiled(statement, `SELECT ${list} AS data, count(*)::int AS count FROM ${rows}`);
}

const compiled = ({ values }: Statement, text: string): Compiled => ({
  text,
  bind: (call) => values.map((value) => value(call)),
});

/** Writes the values of a plan, each nested in the row that it belongs to. */
class Compiler {
  readonly #statement: Statement;

  constructor(statement: Statement) {
    this.#statement = statement;
  }

  /** Returns SQL for the JSON text of a value. */
  text(value: Value, row: Row | undefined): string {
    const text = this.#statement.output();
    this.#write(text, value, row);
    return text.toString();
  }

  /** Returns SQL for the JSON text of an object. */
  #object(members: readonly Member[], row: Row | undefined): string {
    const text = this.#statement.output().constant('{');
    for (const [index, { name, value, omitWhenNull }] of members.entries()) {
      if (value.is === 'passthrough') text.expression(passthroughSql(value.column, needed(row)));
      else if (value.is === 'lookups') text.constant(index > 0 ? ',' : '').part(this.#lookups(value));
      else if (!omitWhenNull) this.#write(text.name(index, name), value, row);
      else if (value.is === 'field') {
        const named = `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;
        text.expression(memberSql(this.#statement, named, value.field, needed(row)));
      } else throw new Error('Only a field of a row can be left out.');
    }
    return text.constant('}').toString();
  }

  #write(text: Output, value: Value, row: Row | undefined): void {
    switch (value.is) {
      case 'text':
        text.constant(value.text);
        return;
      case 'given':
        text.expression(this.#statement.bind(value.text, 'text'));
        return;
      case 'object':
        text.part(this.#object(value.members, row));
        return;
      case 'one':
        text.part(this.#statement.orNull(this.#one(value, row)));
        return;
      case 'many':
        text.constant('[').part(this.#many(value, row)).constant(']');
        return;
      case 'nodes':
        text.constant('[').part(this.#nodes(value)).constant(']');
        return;
      case 'each':
        text.constant('[').part(this.#each(value)).constant(']');
        return;
      case 'page':
        text.part(this.#page(value, row));
        return;
      case 'rows':
        text
          .constant('[')
          .part(`(SELECT ${this.#statement.list('p.t')} FROM ${this.rowTexts(value, row)})`)
          .constant(']');
        return;
      case 'within':
        text.part(this.#statement.orNull(this.#within(value, row)));
        return;
      case 'field':
        text.expression(fieldSql(this.#statement, value.field, needed(row)));
        return;
      case 'json':
        text.expression(objectSql(this.#statement, value, needed(row)));
        return;
      case 'expression': {
        const { alias } = needed(row);
        const column = (name: string) => columnSql(alias, name);
        text.expression(value.sql({ column, bind: (bound, type) => this.#statement.bind(bound, type) }));
        return;
      }
      case 'passthrough':
      case 'lookups':
        throw new Error('Only an object has members with names of their own.');
    }
  }

  #one({ rows, members }: Extract<Value, { is: 'one' }>, owner: Row | undefined): string {
    // An advertiser's line refers back to the advertiser, which has been read already.
    const { of } = owner ?? {};
    const isBack = rows.column === 'id' && rows.argument === undefined && of?.column === rows.ownerColumn;
    const isRead = of && !of.owner.isOnlyId && of.owner.resource === rows.resource;
    if (isBack && isRead) return this.#object(members, of.owner);
    const row = rowOf(this.#statement, rows, owner);
    return `(SELECT ${this.#object(members, row)} FROM ${tableSql(row.resource.name)} ${row.alias}
      WHERE ${visibilitySql(this.#statement, rows, row, owner)})`;
  }

  #many({ rows, members }: Extract<Value, { is: 'many' }>, owner: Row | undefined): string {
    const row = rowOf(this.#statement, rows, owner);
    const { alias } = row;
    return `(SELECT ${this.#statement.list(this.#object(members, row))} FROM (
      SELECT * FROM ${tableSql(row.resource.name)} ${alias}
      WHERE ${visibilitySql(this.#statement, rows, row, owner)} ORDER BY ${alias}.id) ${alias})`;
  }

  #nodes({ types, ids, of }: Extract<Value, { is: 'nodes' }>): string {
    const requested = this.#statement.alias();
    const branches = of.map(({ resource, members }) => {
      const row = { alias: this.#statement.alias(), resource };
      return `WHEN ${literal(resource.name)} THEN (SELECT ${this.#object(members, row)}
        FROM ${tableSql(resource.name)} ${row.alias} WHERE ${row.alias}.id = ${requested}.id AND ${visibilitySql(this.#statement, { resource }, row, undefined)})`;
    });
    const node = branches.length > 0 ? `CASE ${requested}.type ${branches.join(' ')} END` : 'NULL';
    const list = (argument: number, type: string) =>
      this.#statement.bind((call) => call.arguments[argument], `${type}[]`);
    const idsType = of.some(({ resource }) => resource.hasLongIds) ? 'bigint' : 'int';
    const each = this.#statement.orNull(node);
    return `(SELECT ${this.#statement.list(each, { order: ` ORDER BY ${requested}.n` })}
      FROM unnest(${list(types, 'text')}, ${list(ids, idsType)}) WITH ORDINALITY AS ${requested}(type, id, n))`;
  }

  #lookups({ resource, names, ids, members }: Extract<Value, { is: 'lookups' }>): string {
    const requested = this.#statement.alias();
    const row = { alias: this.#statement.alias(), resource };
    const found = `(SELECT ${this.#object(members, row)} FROM ${tableSql(resource.name)} ${row.alias}
      WHERE ${row.alias}.id = ${requested}.id AND ${visibilitySql(this.#statement, { resource }, row, undefined)})`;
    const each = this.#statement.output();
    each.expression(`'"' || ${requested}.name || '":'`).part(this.#statement.orNull(found));
    const list = this.#statement.list(each.toString(), { order: ` ORDER BY ${requested}.n` });
    const idList = this.#statement.bind((call) => call.arguments[ids], `${idType(resource)}[]`);
    return `(SELECT ${list} FROM unnest(${literal(`{${names.map((name) => `"${name}"`).join(',')}}`)}::text[], ${idList})
      WITH ORDINALITY AS ${requested}(name, id, n))`;
  }

  #each({ resource, ids, members }: Extract<Value, { is: 'each' }>): string {
    const row = { alias: this.#statement.alias(), resource, isOnlyId: true } as const;
    const list = this.#statement.bind((call) => call.arguments[ids], 'int[]');
    const each = this.#statement.list(this.#object(members, row), { order: ` ORDER BY ${row.alias}.n` });
    return `(SELECT ${each} FROM unnest(${list}) WITH ORDINALITY AS ${row.alias}(id, n))`;
  }

  #within({ rows, value }: Extract<Value, { is: 'within' }>, owner: Row | undefined): string {
    const row = { alias: this.#statement.alias(), resource: rows.resource };
    return `(SELECT ${this.text(value, row)} FROM ${tableSql(row.resource.name)} ${row.alias}
      WHERE ${visibilitySql(this.#statement, rows, row, owner)})`;
  }

  /** Returns SQL for the rows of a page, each as the text `t`. */
  rowTexts({ rows, page, members }: Extract<Value, { is: 'rows' }>, owner: Row | undefined): string {
    const row = rowOf(this.#statement, rows, owner);
    const object = this.#object(members, row);
    const found = pageRows(this.#statement, { rows, page, row, owner }, { oneMore: false });
    return `(SELECT ${object} AS t FROM (${found}) ${row.alias}) p`;
  }

  #page(value: Extract<Value, { is: 'page' }>, owner: Row | undefined): string {
    return pageSql(this.#statement, value, {
      owner,
      object: (members, row) => this.#object(members, row),
    });
  }
}

function needed(row: Row | undefined): Row {
  if (!row) throw new Error('A column needs a row.');
  return row;
}
