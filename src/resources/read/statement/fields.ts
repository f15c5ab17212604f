import { type EnumType, enumName, renamedValues, valuesOf } from '../../define/enum-type.ts';
import { KINDS } from '../../define/kinds.ts';
import type { Field, Renamed } from '../../define/resource.ts';
import { columnSql, tableSql } from '../../filter/predicate-sql.ts';
import type { Value } from '../plan.ts';
import type { Row, Statement } from './statement.ts';
import { storedMembers } from './stored-json.ts';
import { literal, nullable, Text } from './text.ts';

/** Returns SQL for the JSON of a field. It is null for callers to whom the field is not shown. */
export const fieldSql = (statement: Statement, field: Field, row: Row): string =>
  shown(statement, field, json(statement, field, row));

/** Returns SQL for an object that is stored as JSON, with the requested members. */
export function objectSql(
  statement: Statement,
  { field, parts }: Extract<Value, { is: 'json' }>,
  row: Row,
): string {
  const stored = columnSql(row.alias, field.column);
  const text = new Text().constant('{');
  for (const [index, { name, key }] of parts.entries()) {
    text.name(index, name);
    if (typeof key === 'string') text.expression(nullable(`(${stored} -> ${literal(key)})::text`));
    else text.constant(key.text);
  }
  return shown(statement, field, `CASE WHEN ${stored} IS NULL THEN 'null' ELSE ${text.constant('}')} END`);
}

/** Returns SQL for a member of an object, including its name. Empty text if the member is omitted. */
export function memberSql(statement: Statement, name: string, field: Field, row: Row): string {
  const { shownTo } = field;
  const is = shownTo
    ? statement.bind(({ ctx }) => shownTo(ctx.seat), 'boolean')
    : `${columnSql(row.alias, field.column)} IS NOT NULL`;
  return `CASE WHEN ${is} THEN ${literal(name)} || ${json(statement, field, row)} ELSE '' END`;
}

/** The members that a caller sent and the interface does not know. */
export function passthroughSql(column: string, row: Row): string {
  const fields = columnSql(row.alias, column);
  return `CASE WHEN ${fields} = '{}' THEN '' ELSE ',' || ${storedMembers(fields)} END`;
}

function shown(statement: Statement, { shownTo }: Field, value: string): string {
  if (!shownTo) return value;
  const isShown = statement.bind(({ ctx }) => shownTo(ctx.seat), 'boolean');
  return `CASE WHEN ${isShown} THEN ${value} ELSE 'null' END`;
}

function json(statement: Statement, field: Field, row: Row): string {
  const { kind, column: path, of, numeric, renamed, enumType, hasOlderValues } = field;
  const format = numeric ? 'rest' : statement.format;
  const [relation = '', inner] = path.split('.');
  if (inner === undefined) {
    const stored = columnSql(row.alias, path);
    const value =
      renamed && format === 'rest'
        ? renamedSql(statement, renamed, stored)
        : enumType && format === 'graphql'
          ? enumNameSql(enumType, stored)
          : stored;
    const shown = KINDS[kind].json(value, format, of);
    const isOlder = enumType && hasOlderValues && format === 'graphql';
    return nullable(isOlder ? `CASE WHEN ${stored} IN (${wordsSql(enumType)}) THEN ${shown} END` : shown);
  }
  // A column of a row that this one refers to. All seats can see it through their own rows.
  const alias = statement.alias();
  return nullable(
    `(SELECT ${KINDS[kind].json(columnSql(alias, inner), format, of)} FROM ${tableSql(relation)} ${alias}
        WHERE ${alias}.id = ${columnSql(row.alias, `${relation}Id`)})`,
  );
}

/** Returns SQL for the GraphQL name of an enum value. Most names equal the value. */
function enumNameSql(enumType: EnumType, stored: string): string {
  const others = renamedValues(enumType);
  if (others.length === 0) return stored;
  const cases = others.map((value) => `WHEN ${literal(value)} THEN ${literal(enumName(value))}`);
  return `CASE ${stored} ${cases.join(' ')} ELSE ${stored} END`;
}

const wordsSql = (enumType: EnumType): string => valuesOf(enumType).map(literal).join(', ');

function renamedSql(statement: Statement, { value, shown }: Renamed, stored: string): string {
  const name = statement.bind(({ ctx }) => shown(ctx, value), 'text');
  return `CASE ${stored} WHEN ${literal(value)} THEN ${name} ELSE ${stored} END`;
}
