import { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import type { Condition, Filter, Scalar } from './filter.ts';

/**
 * Returns the condition on rows of `product`, with every value bound. Equality is written as containment, which the
 * index over all fields supports; the other operators filter the remaining rows. Lists are compared by hash, because
 * containment would be tested for each of their values.
 */
export function filterSql(filter: Filter | null): Prisma.Sql {
  if (filter === null || filter.conditions.length === 0) return Prisma.sql`TRUE`;
  const join = filter.join === 'and' ? ' AND ' : ' OR ';
  return Prisma.sql`(${Prisma.join(filter.conditions.map(conditionSql), join)})`;
}

function conditionSql({ field, operator, value }: Condition): Prisma.Sql {
  if (operator === 'in_list') {
    const values = [value].flat().map(feedValue);
    return Prisma.sql`COALESCE(data -> ${field}::text = ANY (${values}::jsonb[]), FALSE)`;
  }
  if (typeof value === 'object') throw new Error(`${operator} compares with one value.`);
  switch (operator) {
    case 'eq':
      return equals(field, value);
    case 'neq':
      return Prisma.sql`NOT ${equals(field, value)}`;
    case 'contains':
      return contains(field, value);
    case 'not_contains':
      return Prisma.sql`NOT ${contains(field, value)}`;
    case 'lte':
      return Prisma.sql`COALESCE(${numberIn(field)} <= ${String(value)}::numeric, FALSE)`;
    case 'gte':
      return Prisma.sql`COALESCE(${numberIn(field)} >= ${String(value)}::numeric, FALSE)`;
  }
}

const equals = (field: string, value: Scalar) => Prisma.sql`(data @> ${part(field, value)}::jsonb)`;

const contains = (field: string, value: Scalar) =>
  Prisma.sql`COALESCE(strpos(data ->> ${field}::text, ${String(value)}::text) > 0, FALSE)`;

/** The field as a number, or the amount of a price such as `19.99 USD`. Null if it is neither. */
const numberIn = (field: string) => Prisma.sql`
  CASE jsonb_typeof(data -> ${field}::text)
    WHEN 'number' THEN (data -> ${field}::text)::numeric
    WHEN 'string' THEN
      substring(data ->> ${field}::text FROM '^-?[0-9]{1,30}(?:[.][0-9]{1,15})?(?= [A-Z]{3}$)')::numeric
  END`;

/** JSON `{"field": value}`, as stored for feeds. */
const part = (field: string, value: Scalar) => `{${JSON.stringify(field)}:${feedValue(value)}}`;

const DECIMAL = /^-?(0|[1-9]\d{0,30})(\.\d{1,15})?$/;

/** A feed value as JSON. Plain decimals become numbers, so that `20`, `20.00` and "20" are equal. */
export function feedValue(value: unknown): string {
  return typeof value === 'string' && DECIMAL.test(value) ? value : JSON.stringify(value);
}
