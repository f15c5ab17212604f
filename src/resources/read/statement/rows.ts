import type { Call } from '../../define/expression.ts';
import type { Resource } from '../../define/resource.ts';
import { conditionsSql } from '../../filter/conditions.ts';
import { orderSql, rowsAfterSql } from '../../filter/keyset.ts';
import { columnSql, predicateSql, tableSql } from '../../filter/predicate-sql.ts';
import type { PageShape, Rows } from '../plan.ts';
import { ownerOf } from '../registry.ts';
import type { Row, Statement } from './statement.ts';
import { literal } from './text.ts';

/** The seat is bound once, however often it is used. */
const seat = ({ ctx }: Call) => ctx.seatId;

export const idType = ({ hasLongIds }: Resource): string => (hasLongIds ? 'bigint' : 'int');

/** Returns a new row that is reached from its owner. */
export function rowOf(statement: Statement, rows: Rows, owner: Row | undefined): Row {
  const { resource, column, ownerColumn = 'id', argument } = rows;
  const isOwned = owner && column !== undefined && ownerColumn === 'id' && argument === undefined;
  return { alias: statement.alias(), resource, of: isOwned ? { owner, column } : undefined };
}

/** Returns the condition for the rows of a node of the tree: always among those that the caller may see. */
export function visibilitySql(statement: Statement, rows: Rows, row: Row, owner: Row | undefined): string {
  const { resource, column: own, ownerColumn = 'id', ownerType, ownerName, rule, argument } = rows;
  const conditions: string[] = [];
  const columnOf =
    ({ alias }: Row) =>
    (name: string) =>
      columnSql(alias, name);
  if (rule && owner) conditions.push(rule(columnOf(row), columnOf(owner)));
  else if (own !== undefined && argument !== undefined)
    conditions.push(
      `${columnSql(row.alias, own)} = ${statement.bind((call) => call.arguments[argument], idType(resource))}`,
    );
  else if (own !== undefined && owner)
    conditions.push(`${columnSql(row.alias, own)} = ${columnSql(owner.alias, ownerColumn)}`);
  if (ownerType !== undefined && owner)
    conditions.push(`${columnSql(row.alias, ownerType)} = ${literal(ownerName ?? owner.resource.name)}`);
  if (resource.visible === 'of the seat')
    conditions.push(`${row.alias}.seat_id = ${statement.bind(seat, 'int')}`);
  else if (!owner) conditions.push(withVisibleOwner(statement, row));
  return conditions.join(' AND ');
}

/** For a row that is found by its ID: requires an owner that the caller may see. */
function withVisibleOwner(statement: Statement, { alias, resource }: Row): string {
  const found = ownerOf(resource.name);
  if (!found) throw new Error(`${resource.name} has no owner.`);
  const owner = { alias: statement.alias(), resource: found.resource };
  return `EXISTS (SELECT FROM ${tableSql(owner.resource.name)} ${owner.alias}
      WHERE ${columnSql(owner.alias, 'id')} = ${columnSql(alias, found.column)}
        AND ${visibilitySql(statement, { resource: owner.resource }, owner, undefined)})`;
}

interface Place {
  readonly rows: Rows;
  readonly page: PageShape;
  readonly row: Row;
  readonly owner: Row | undefined;
}

/** Returns SQL for the rows of one page in reading order, with one row more if `oneMore` is set. */
export function pageRows(statement: Statement, place: Place, { oneMore }: { oneMore: boolean }): string {
  const { rows, page, row, owner } = place;
  const { alias } = row;
  const limit = page.limit + (oneMore ? 1 : 0);
  const table = tableSql(row.resource.name);
  if (page.givenIds) {
    const given = statement.alias();
    const ids = statement.bind((call) => call.pages[page.index]?.ids, 'int[]');
    const ranks = statement.bind((call) => call.pages[page.index]?.ranks, 'text[]');
    return `SELECT ${alias}.*, ${given}.rank AS given_rank FROM unnest(${ids}, ${ranks})
        WITH ORDINALITY ${given}(id, rank, n) JOIN ${table} ${alias} ON ${alias}.id = ${given}.id
        WHERE ${visibilitySql(statement, rows, row, owner)} ORDER BY ${given}.n LIMIT ${limit}`;
  }
  const conditions = [visibilitySql(statement, rows, row, owner), ...filters(statement, page, alias)];
  if (page.hasPosition) conditions.push(afterPosition(statement, page, row));
  const order = orderSql(page.order, (column) => orderColumnSql(statement, column, row));
  const skipped = page.skips
    ? ` OFFSET ${statement.bind((call) => call.pages[page.index]?.skip, 'int')}`
    : '';
  return `SELECT * FROM ${table} ${alias} WHERE ${conditions.join(' AND ')}
      ORDER BY ${order} LIMIT ${limit}${skipped}`;
}

/** Returns SQL for the total number of rows. */
export function totalRows(statement: Statement, { rows, page, owner }: Omit<Place, 'row'>): string {
  if (page.isCounted) return countedRows(statement, page, owner);
  const row = { alias: statement.alias(), resource: rows.resource };
  const conditions = [visibilitySql(statement, rows, row, owner), ...filters(statement, page, row.alias)];
  return `(SELECT count(*)::text FROM ${tableSql(row.resource.name)} ${row.alias} WHERE ${conditions.join(' AND ')})`;
}

/**
 * Returns SQL for the number of rows that the call supplies for the owner. The number of the whole seat has
 * the key 0.
 */
function countedRows(statement: Statement, { index }: PageShape, owner: Row | undefined): string {
  const totals = ({ pages }: Call) => pages[index]?.totals ?? new Map<number, number>();
  const owners = statement.bind((call) => [...totals(call).keys()], 'int[]');
  const counts = statement.bind((call) => [...totals(call).values()], 'int[]');
  const known = statement.alias();
  return `coalesce((SELECT ${known}.count FROM unnest(${owners}, ${counts}) ${known}(owner, count)
      WHERE ${known}.owner = ${owner ? columnSql(owner.alias, 'id') : 0}), 0)::text`;
}

function filters(statement: Statement, { conditions, index }: PageShape, alias: string): string[] {
  let at = -1;
  return conditionsSql<string>(conditions, {
    predicate: (predicate) => {
      at += 1;
      const valueIndex = at;
      const value = (call: Call) => call.pages[index]?.values[valueIndex];
      return predicateSql(predicate, alias, {
        alias: () => statement.alias(),
        bind: (stored, type) =>
          stored && type ? statement.bind((call) => stored(value(call)), type) : statement.bindUntyped(value),
      });
    },
    raw: (text) => text,
    join: (parts, separator) => parts.join(separator),
  });
}

function afterPosition(statement: Statement, { index, order }: PageShape, row: Row): string {
  return rowsAfterSql(order, (column) => orderColumnSql(statement, column, row), {
    value: () => statement.bind((call) => call.pages[index]?.position?.value, order.sqlType),
    id: () => statement.bind((call) => call.pages[index]?.position?.id, idType(row.resource)),
  });
}

/** Returns SQL for a column that rows are ordered by, which may be a column of a related row. */
export function orderColumnSql(statement: Statement, path: string, { alias }: Row): string {
  const [relation = '', inner] = path.split('.');
  if (inner === undefined) return columnSql(alias, path);
  const other = statement.alias();
  return `(SELECT ${columnSql(other, inner)} FROM ${tableSql(relation)} ${other}
      WHERE ${other}.id = ${columnSql(alias, `${relation}Id`)})`;
}
