import { KINDS } from '../../define/kinds.ts';
import type { Order } from '../../filter/keyset.ts';
import type { EdgePart, InfoPart, Member, PagePart, PageShape, Value } from '../plan.ts';
import { orderColumnSql, pageRows, rowOf, totalRows } from './rows.ts';
import type { Row, Statement } from './statement.ts';
import { nullable, type Output, Text } from './text.ts';

/** Returns SQL for the JSON text of an object of a row. */
type ObjectOf = (members: readonly Member[], row: Row) => string;

/** Returns SQL for the JSON text of a connection. Each part is an aggregate over the rows of the page. */
export function pageSql(
  statement: Statement,
  { rows, page, parts }: Extract<Value, { is: 'page' }>,
  options: { owner: Row | undefined; object: ObjectOf },
): string {
  const { owner, object } = options;
  const row = rowOf(statement, rows, owner);
  const texts: string[] = [];
  const text = statement.output().constant('{');
  const needs = needsOf(parts, page);
  const inPage = needs.more ? ` FILTER (WHERE p.n <= ${page.limit})` : '';
  for (const [index, part] of parts.entries()) {
    text.name(index, part.name);
    if (part.is === 'text') text.constant(part.text);
    else if (part.is === 'total') text.expression(totalRows(statement, { rows, page, owner }));
    else if (part.is === 'info') writeInfo(text, part.parts, page, inPage);
    else {
      const each = texts.push(
        part.is === 'edges' ? edge(statement, part.parts, { row, page, object }) : object(part.members, row),
      );
      const order = !needs.number ? '' : page.backward ? ' ORDER BY p.n DESC' : ' ORDER BY p.n';
      text
        .constant('[')
        .part(statement.list(`p.t${each}`, { order, filter: inPage }))
        .constant(']');
    }
  }
  text.constant('}');
  if (texts.length === 0 && !needs.cursor && !needs.more) return text.toString();
  const columns = [
    ...texts.map((each, index) => `${each} AS t${index + 1}`),
    ...(needs.cursor ? [`${position(statement, row, page)} AS c`] : []),
    ...(needs.number ? ['row_number() OVER () AS n'] : []),
    ...(texts.length === 0 && !needs.cursor && !needs.number ? ['1'] : []),
  ];
  const found = pageRows(statement, { rows, page, row, owner }, { oneMore: needs.more });
  return `(SELECT ${text} FROM (SELECT ${columns.join(', ')} FROM (${found}) ${row.alias}) p)`;
}

/**
 * Returns what must be read in addition to the texts of the rows: whether there are more, their numbers,
 * their cursors.
 */
function needsOf(
  parts: readonly PagePart[],
  page: PageShape,
): { more: boolean; number: boolean; cursor: boolean } {
  const infos = parts.flatMap((part) => (part.is === 'info' ? part.parts.map(({ is }) => is) : []));
  const cursor = infos.some((is) => is === 'start' || is === 'end');
  const more = infos.some((is) => is === (page.backward ? 'previous' : 'next'));
  return { more, cursor, number: more || cursor || page.backward };
}

function edge(
  statement: Statement,
  parts: readonly EdgePart[],
  { row, page, object }: { row: Row; page: PageShape; object: ObjectOf },
): string {
  const text = statement.output().constant('{');
  for (const [index, part] of parts.entries()) {
    text.name(index, part.name);
    if (part.is === 'text') text.constant(part.text);
    else if (part.is === 'node') text.part(object(part.members, row));
    else
      text
        .constant('"')
        .expression(encoded(position(statement, row, page)))
        .constant('"');
  }
  return text.constant('}').toString();
}

/** Returns SQL for the position of a row as JSON: `[type, column, value, id]`, with the stored value. */
function position(statement: Statement, row: Row, { order, givenIds }: PageShape): string {
  const { alias, resource } = row;
  const { column: by } = order;
  const value =
    givenIds === 'with values'
      ? nullable(`to_json(${alias}.given_rank)::text`)
      : valueSql(statement, row, order);
  return new Text()
    .constant(`${JSON.stringify([resource.name, by]).slice(0, -1)},`)
    .expression(value)
    .constant(',')
    .expression(`${alias}.id`)
    .constant(']')
    .toString();
}

/** Returns SQL for the JSON of the column that rows are ordered by. */
function valueSql(statement: Statement, row: Row, { column: by, nulls, sqlType }: Order): string {
  const { resource } = row;
  const field = Object.values(resource.fields).find(({ column: name }) => name === by);
  // A column that is not in the definition has only an SQL type.
  const own = field?.kind ?? (sqlType === 'int' ? 'integer' : undefined);
  const kind = own === 'instant' || own === 'epoch' ? 'timestamp' : own;
  const stored = orderColumnSql(statement, by, row);
  const shown = by === 'id' || !kind ? `'null'` : KINDS[kind].json(stored, 'rest', field?.of);
  return nulls ? nullable(shown) : shown;
}

/**
 * Encodes a cursor like `cursorOf`: base64url. It costs as much as a few columns, so only the ends of a
 * page are encoded.
 */
const encoded = (json: string): string =>
  `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`;

function writeInfo(text: Output, parts: readonly InfoPart[], page: PageShape, inPage: string): void {
  const further = `(count(*) > ${page.limit})`;
  const json = (flag: string) => `CASE WHEN ${flag} THEN 'true' ELSE 'false' END`;
  const known = page.hasPosition ? `'true'` : `'false'`;
  // All aggregates have the same order, because then PostgreSQL sorts their input only once.
  const at = (place: string) =>
    `coalesce('"' || ${encoded(`(array_agg(p.c ORDER BY p.n)${inPage})[${place}]`)} || '"', 'null')`;
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
    text.name(index, part.name);
    if (part.is === 'text') text.constant(part.text);
    else text.expression(values[part.is]());
  }
  text.constant('}');
}
