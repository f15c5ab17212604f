import { sqlOf } from '../lists/conditions.ts';
import { beyondSql, type Order, orderSql } from '../lists/keyset.ts';
import { columnSql, tableSql, testSql } from '../test-sql.ts';
import type { Field, Renamed, Resource } from './definition.ts';
import type { Call } from './expression.ts';
import { type Face, KINDS } from './kinds.ts';
import type { EdgePart, InfoPart, Member, PagePart, PageShape, Plan, Rows, Value } from './plan.ts';

/** A statement that answers one row with one text, and how its values are bound. */
export interface Compiled {
  readonly text: string;
  readonly bind: (call: Call) => unknown[];
}

export function compile({ face, members }: Plan): Compiled {
  return compileValue(face, { is: 'object', members });
}

export function compileValue(face: Face, value: Value): Compiled {
  const statement = new Statement(face);
  const text = `SELECT ${statement.text(value, undefined)} AS data`;
  return { text, bind: (call) => statement.values.map((value) => value(call)) };
}

/** The row at hand: its alias in the statement, and the row whose ID one of its columns has. */
interface Row {
  readonly alias: string;
  readonly resource: Resource;
  readonly of?: { readonly owner: Row; readonly column: string } | undefined;
}

type Bound = (call: Call) => unknown;

/** The seat is bound once, whatever the number of places. */
const SEAT: Bound = ({ ctx }) => ctx.seatId;

class Statement {
  readonly values: Bound[] = [];
  readonly #face: Face;
  #aliases = 0;

  constructor(face: Face) {
    this.#face = face;
  }

  /** The place of a value in the statement. */
  #bind(value: Bound, type: string): string {
    const known = this.values.indexOf(value);
    const place = known >= 0 ? known + 1 : this.values.push(value);
    return `$${place}::${type}`;
  }

  #alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  /** JSON text of an object. */
  object(members: readonly Member[], row: Row | undefined): string {
    const text = new Text().constant('{');
    for (const [index, member] of members.entries()) {
      const name = `${index > 0 ? ',' : ''}${JSON.stringify(member.name)}:`;
      if (member.value.is === 'kept') text.expression(this.#kept(member.value.column, row));
      else if (member.leftOut) text.expression(this.#unlessLeftOut(name, member.value, row));
      else {
        text.constant(name);
        this.#value(text, member.value, row);
      }
    }
    return text.constant('}').toString();
  }

  /** JSON text of a value. */
  text(value: Value, row: Row | undefined): string {
    const text = new Text();
    this.#value(text, value, row);
    return text.toString();
  }

  #unlessLeftOut(name: string, value: Value, row: Row | undefined): string {
    if (value.is !== 'field' || !row) throw new Error('Only a field of a row can be left out.');
    const { shownTo } = value.field;
    const is = shownTo
      ? this.#bind(({ ctx }) => shownTo(ctx.seat), 'boolean')
      : `${columnSql(row.alias, value.field.column)} IS NOT NULL`;
    return `CASE WHEN ${is} THEN ${literal(name)} || ${this.#json(value.field, row)} ELSE '' END`;
  }

  #kept(name: string, row: Row | undefined): string {
    if (!row) throw new Error('A column needs a row.');
    const fields = columnSql(row.alias, name);
    return `CASE WHEN ${fields} = '{}' THEN '' ELSE ',' || substr(left(${fields}::text, -1), 2) END`;
  }

  #value(text: Text, value: Value, row: Row | undefined): void {
    if (value.is === 'text') text.constant(value.text);
    else if (value.is === 'given') text.expression(this.#bind(value.text, 'text'));
    else if (value.is === 'object') text.expression(this.object(value.members, row));
    else if (value.is === 'one') text.expression(`coalesce(${this.#one(value, row)}, 'null')`);
    else if (value.is === 'many') text.constant('[').expression(this.#many(value, row)).constant(']');
    else if (value.is === 'nodes') text.constant('[').expression(this.#nodes(value)).constant(']');
    else if (value.is === 'page') text.expression(this.#page(value, row));
    else if (value.is === 'rows') text.constant('[').expression(this.#rows(value, row)).constant(']');
    else if (value.is === 'within') text.expression(nullable(this.#within(value, row)));
    else if (value.is === 'kept') throw new Error('Kept fields stand in an object.');
    else if (!row) throw new Error('A column needs a row.');
    else if (value.is === 'field') text.expression(this.#field(value.field, row));
    else if (value.is === 'json') text.expression(this.#jsonObject(value, row));
    else
      text.expression(
        value.sql({
          column: (name) => columnSql(row.alias, name),
          bind: (bound, type) => this.#bind(bound, type),
        }),
      );
  }

  /** An object that is stored as JSON, with the parts that were asked for. */
  #jsonObject({ field, parts }: Extract<Value, { is: 'json' }>, row: Row): string {
    const stored = columnSql(row.alias, field.column);
    const text = new Text().constant('{');
    for (const [index, { name, key }] of parts.entries()) {
      text.constant(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
      if (typeof key === 'string') text.expression(nullable(`(${stored} -> ${literal(key)})::text`));
      else text.constant(key.text);
    }
    const json = `CASE WHEN ${stored} IS NULL THEN 'null' ELSE ${text.constant('}')} END`;
    return this.#shown(field, json);
  }

  #field(field: Field, row: Row): string {
    return this.#shown(field, this.#json(field, row));
  }

  #shown({ shownTo }: Field, json: string): string {
    if (!shownTo) return json;
    const shown = this.#bind(({ ctx }) => shownTo(ctx.seat), 'boolean');
    return `CASE WHEN ${shown} THEN ${json} ELSE 'null' END`;
  }

  #json({ kind, column: path, of, numeric, renamed }: Field, row: Row): string {
    const face = numeric ? 'rest' : this.#face;
    const [relation, inner] = path.split('.');
    if (inner === undefined) {
      const stored = columnSql(row.alias, path);
      const value = renamed ? this.#renamed(renamed, stored) : stored;
      return nullable(KINDS[kind].json(value, face, of));
    }
    // A column of a row that this one refers to, which every seat's rows share with their owner.
    const alias = this.#alias();
    const of_ = relation ?? '';
    return nullable(
      `(SELECT ${KINDS[kind].json(columnSql(alias, inner), face, of)} FROM ${tableSql(of_)} ${alias}
        WHERE ${alias}.id = ${columnSql(row.alias, `${of_}Id`)})`,
    );
  }

  #renamed({ word, shown }: Renamed, stored: string): string {
    const name = this.#bind(({ ctx }) => shown(ctx, word), 'text');
    return `CASE ${stored} WHEN ${literal(word)} THEN ${name} ELSE ${stored} END`;
  }

  #one({ rows, members }: Extract<Value, { is: 'one' }>, owner: Row | undefined): string {
    // The advertiser of an advertiser's line is at hand already.
    const { of } = owner ?? {};
    const isBack = rows.column === 'id' && rows.argument === undefined && of?.column === rows.ownerColumn;
    if (of && isBack && of.owner.resource === rows.resource) return this.object(members, of.owner);
    const row = this.#rowOf(rows, owner);
    return `(SELECT ${this.object(members, row)} FROM ${tableSql(row.resource.name)} ${row.alias}
      WHERE ${this.#belonging(rows, row, owner)})`;
  }

  /** A new row, reached from its owner. */
  #rowOf({ resource, column, ownerColumn = 'id', argument }: Rows, owner: Row | undefined): Row {
    const isOwned = owner && column !== undefined && ownerColumn === 'id' && argument === undefined;
    return { alias: this.#alias(), resource, of: isOwned ? { owner, column } : undefined };
  }

  #many({ rows, members }: Extract<Value, { is: 'many' }>, owner: Row | undefined): string {
    const row = this.#rowOf(rows, owner);
    const { alias } = row;
    return `coalesce((SELECT string_agg(${this.object(members, row)}, ',') FROM (
      SELECT * FROM ${tableSql(row.resource.name)} ${alias}
      WHERE ${this.#belonging(rows, row, owner)} ORDER BY ${alias}.id) ${alias}), '')`;
  }

  #nodes({ types, ids, of }: Extract<Value, { is: 'nodes' }>): string {
    const asked = this.#alias();
    const branches = of.map(({ resource, members }) => {
      const row = { alias: this.#alias(), resource };
      return `WHEN ${literal(resource.name)} THEN (SELECT ${this.object(members, row)}
        FROM ${tableSql(resource.name)} ${row.alias} WHERE ${row.alias}.id = ${asked}.id AND ${this.#belonging({ resource }, row, undefined)})`;
    });
    const node = branches.length > 0 ? `CASE ${asked}.type ${branches.join(' ')} END` : 'NULL';
    const list = (argument: number, type: string) =>
      this.#bind((call) => call.arguments[argument], `${type}[]`);
    return `coalesce((SELECT string_agg(coalesce(${node}, 'null'), ',' ORDER BY ${asked}.n)
      FROM unnest(${list(types, 'text')}, ${list(ids, 'int')}) WITH ORDINALITY AS ${asked}(type, id, n)), '')`;
  }

  #within({ rows, value }: Extract<Value, { is: 'within' }>, owner: Row | undefined): string {
    const row = { alias: this.#alias(), resource: rows.resource };
    return `(SELECT ${this.text(value, row)} FROM ${tableSql(row.resource.name)} ${row.alias}
      WHERE ${this.#belonging(rows, row, owner)})`;
  }

  #rows({ rows, page, members }: Extract<Value, { is: 'rows' }>, owner: Row | undefined): string {
    const row = this.#rowOf(rows, owner);
    return `coalesce((SELECT string_agg(p.t, ',') FROM (SELECT ${this.object(members, row)} AS t
      FROM (${this.#rowsOf(rows, page, row, owner, false)}) ${row.alias}) p), '')`;
  }

  /** Which rows a place in the tree is about: always those that the caller may see. */
  #belonging(
    { resource, column: own, ownerColumn, argument }: Rows,
    row: Row,
    owner: Row | undefined,
  ): string {
    const conditions: string[] = [];
    if (own !== undefined && argument !== undefined)
      conditions.push(
        `${columnSql(row.alias, own)} = ${this.#bind((call) => call.arguments[argument], 'int')}`,
      );
    else if (own !== undefined && owner)
      conditions.push(`${columnSql(row.alias, own)} = ${columnSql(owner.alias, ownerColumn ?? 'id')}`);
    if (resource.visible === 'of the seat')
      conditions.push(`${row.alias}.seat_id = ${this.#bind(SEAT, 'int')}`);
    else if (!owner) throw new Error(`${resource.name} is visible with its owner only.`);
    return conditions.join(' AND ');
  }

  #page({ rows, page, parts }: Extract<Value, { is: 'page' }>, owner: Row | undefined): string {
    const row = this.#rowOf(rows, owner);
    const texts: string[] = [];
    const text = new Text().constant('{');
    const needs = needsOf(parts, page);
    const inPage = needs.more ? ` FILTER (WHERE p.n <= ${page.limit})` : '';
    for (const [index, part] of parts.entries()) {
      text.constant(`${index > 0 ? ',' : ''}${JSON.stringify(part.name)}:`);
      if (part.is === 'text') text.constant(part.text);
      else if (part.is === 'total') text.expression(this.#total(rows, page, owner));
      else if (part.is === 'info') this.#info(text, part.parts, page, inPage);
      else {
        const each = texts.push(
          part.is === 'edges' ? this.#edge(part.parts, row, page) : this.object(part.members, row),
        );
        const order = !needs.number ? '' : page.backward ? ' ORDER BY p.n DESC' : ' ORDER BY p.n';
        text
          .constant('[')
          .expression(`coalesce(string_agg(p.t${each}, ','${order})${inPage}, '')`)
          .constant(']');
      }
    }
    text.constant('}');
    if (texts.length === 0 && !needs.cursor && !needs.more) return text.toString();
    const columns = [
      ...texts.map((each, index) => `${each} AS t${index + 1}`),
      ...(needs.cursor ? [`${this.#cursor(row, page.order)} AS c`] : []),
      ...(needs.number ? ['row_number() OVER () AS n'] : []),
      ...(texts.length === 0 && !needs.cursor && !needs.number ? ['1'] : []),
    ];
    return `(SELECT ${text} FROM (SELECT ${columns.join(', ')} FROM (${this.#rowsOf(rows, page, row, owner, needs.more)}) ${row.alias}) p)`;
  }

  /** The rows of one page, the first that is read first. */
  #rowsOf(rows: Rows, page: PageShape, row: Row, owner: Row | undefined, oneMore: boolean): string {
    const { alias } = row;
    if (page.listed) {
      const listed = this.#alias();
      return `SELECT ${alias}.* FROM unnest(${this.#bind((call) => call.pages[page.index]?.ids, 'int[]')})
        WITH ORDINALITY ${listed}(id, n) JOIN ${tableSql(row.resource.name)} ${alias} ON ${alias}.id = ${listed}.id
        WHERE ${this.#belonging(rows, row, owner)} ORDER BY ${listed}.n LIMIT ${page.limit + (oneMore ? 1 : 0)}`;
    }
    const conditions = [this.#belonging(rows, row, owner), ...this.#conditions(page, alias)];
    if (page.hasPosition) conditions.push(this.#beyond(page, row));
    const order = orderSql(page.order, (column) => this.#ordered(column, row));
    const skipped = page.skips ? ` OFFSET ${this.#bind((call) => call.pages[page.index]?.skip, 'int')}` : '';
    return `SELECT * FROM ${tableSql(row.resource.name)} ${alias} WHERE ${conditions.join(' AND ')}
      ORDER BY ${order} LIMIT ${page.limit + (oneMore ? 1 : 0)}${skipped}`;
  }

  #conditions({ conditions, index }: PageShape, alias: string): string[] {
    let place = -1;
    return sqlOf<string>(conditions, {
      test: (test) => {
        place += 1;
        const own = place;
        const value: Bound = (call) => call.pages[index]?.values[own];
        return testSql(test, alias, {
          alias: () => this.#alias(),
          bind: (stored, type) =>
            stored && type ? this.#bind((call) => stored(value(call)), type) : this.#untyped(value),
        });
      },
      raw: (text) => text,
      join: (parts, separator) => parts.join(separator),
    });
  }

  #untyped(value: Bound): string {
    return `$${this.values.push(value)}`;
  }

  #beyond({ index, order }: PageShape, row: Row): string {
    return beyondSql(order, (column) => this.#ordered(column, row), {
      value: () => this.#bind((call) => call.pages[index]?.position?.value, order.sqlType),
      id: () => this.#bind((call) => call.pages[index]?.position?.id, 'int'),
    });
  }

  /** A column that rows are ordered by; one of another row is read there. */
  #ordered(path: string, { alias }: Row): string {
    const [relation = '', inner] = path.split('.');
    if (inner === undefined) return columnSql(alias, path);
    const other = this.#alias();
    return `(SELECT ${columnSql(other, inner)} FROM ${tableSql(relation)} ${other}
      WHERE ${other}.id = ${columnSql(alias, `${relation}Id`)})`;
  }

  #total(rows: Rows, page: PageShape, owner: Row | undefined): string {
    const row = { alias: this.#alias(), resource: rows.resource };
    const conditions = [this.#belonging(rows, row, owner), ...this.#conditions(page, row.alias)];
    return `(SELECT count(*)::text FROM ${tableSql(row.resource.name)} ${row.alias} WHERE ${conditions.join(' AND ')})`;
  }

  #edge(parts: readonly EdgePart[], row: Row, page: PageShape): string {
    const text = new Text().constant('{');
    for (const [index, part] of parts.entries()) {
      text.constant(`${index > 0 ? ',' : ''}${JSON.stringify(part.name)}:`);
      if (part.is === 'text') text.constant(part.text);
      else if (part.is === 'node') text.expression(this.object(part.members, row));
      else text.constant('"').expression(this.#cursor(row, page.order)).constant('"');
    }
    return text.constant('}').toString();
  }

  /** As `cursorOf` makes it: base64url of `[type, column, value, id]`, the value as it is stored. */
  #cursor(row: Row, { column: by, nulls }: Order): string {
    const { alias, resource } = row;
    const start = JSON.stringify([resource.name, by]).slice(0, -1);
    const field = Object.values(resource.fields).find(({ column: name }) => name === by);
    const kind = field?.kind === 'instant' ? 'moment' : field?.kind;
    const stored = this.#ordered(by, row);
    const shown = by === 'id' || !kind ? `'null'` : KINDS[kind].json(stored, 'rest', field?.of);
    const value = nulls ? nullable(shown) : shown;
    const json = new Text()
      .constant(`${start},`)
      .expression(value)
      .constant(',')
      .expression(`${alias}.id`)
      .constant(']');
    return `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;
  }

  #info(text: Text, parts: readonly InfoPart[], page: PageShape, inPage: string): void {
    const further = `(count(*) > ${page.limit})`;
    const json = (flag: string) => `CASE WHEN ${flag} THEN 'true' ELSE 'false' END`;
    const known = page.hasPosition ? `'true'` : `'false'`;
    // One order for all aggregates: PostgreSQL sorts their input by the order of one of them.
    const at = (place: string) =>
      `coalesce('"' || (array_agg(p.c ORDER BY p.n)${inPage})[${place}] || '"', 'null')`;
    const nearest = () => at('1');
    const furthest = () => at(`(count(*)${inPage})::int`);
    const values = {
      next: () => (page.backward ? known : json(further)),
      previous: () => (page.backward ? json(further) : known),
      start: page.backward ? furthest : nearest,
      end: page.backward ? nearest : furthest,
    };
    text.constant('{');
    for (const [index, part] of parts.entries()) {
      text.constant(`${index > 0 ? ',' : ''}${JSON.stringify(part.name)}:`);
      if (part.is === 'text') text.constant(part.text);
      else text.expression(values[part.is]());
    }
    text.constant('}');
  }
}

/** What must be read beside the rows' texts: whether there are more, their numbers, their cursors. */
function needsOf(
  parts: readonly PagePart[],
  page: PageShape,
): { more: boolean; number: boolean; cursor: boolean } {
  const infos = parts.flatMap((part) => (part.is === 'info' ? part.parts.map(({ is }) => is) : []));
  const cursor = infos.some((is) => is === 'start' || is === 'end');
  const more = infos.some((is) => is === (page.backward ? 'previous' : 'next'));
  return { more, cursor, number: more || cursor || page.backward };
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const nullable = (json: string): string => `coalesce(${json}, 'null')`;

/** A concatenation, with neighbouring constants made one. */
class Text {
  readonly #parts: string[] = [];
  #constant = '';

  constant(text: string): this {
    this.#constant += text;
    return this;
  }

  expression(sql: string): this {
    this.#flush();
    this.#parts.push(sql.startsWith('CASE ') ? `(${sql})` : sql);
    return this;
  }

  #flush(): void {
    if (this.#constant !== '') this.#parts.push(literal(this.#constant));
    this.#constant = '';
  }

  toString(): string {
    this.#flush();
    return this.#parts.length === 0 ? `''` : this.#parts.join(' || ');
  }
}
