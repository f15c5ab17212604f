import type { Prisma } from '../../platform/database/generated/prisma/client.ts';
import type { Kind as ConditionKind } from '../filter/list-fields.ts';
import { storedValue } from '../read/statement/stored-json.ts';

/**
 * The kinds of values that resources consist of: for each, its filter conditions, and the SQL that writes
 * it as JSON in each format. A kind is declared once here, and definitions refer to it for each field.
 */
export type Format = 'graphql' | 'rest';

/** A model of the Prisma schema, and its columns with their types. */
export type ModelName = Prisma.ModelName;
export type Columns<Model extends ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

export interface Kind {
  /** The conditions that a filter accepts. Absent for kinds that lists cannot be filtered by. */
  readonly condition?: ConditionKind;
  /**
   * Returns an SQL expression of the value as JSON text, null for null. `of` is the type that an ID refers
   * to.
   */
  readonly json: (column: string, format: Format, of: string | undefined) => string;
}

const text: Kind['json'] = (column) => `to_json(${column})::text`;
const plain: Kind['json'] = (column) => `${column}::text`;

export const KINDS = {
  /** The ID of the row itself, or of another: a number in REST, `Line:123` in GraphQL. */
  id: {
    condition: 'id',
    json: (column, format, of) => (format === 'rest' ? `${column}::text` : `'"${of}:' || ${column} || '"'`),
  },
  text: { condition: 'text', json: text },
  /** A value of an enum. */
  enum: { condition: 'enum', json: text },
  /** `TRUE` or `FALSE` as text. A Boolean in GraphQL. */
  flag: {
    condition: 'flag',
    json: (column, format) =>
      format === 'rest'
        ? text(column, format, undefined)
        : `CASE ${column} WHEN 'TRUE' THEN 'true' WHEN 'FALSE' THEN 'false' END`,
  },
  boolean: {
    condition: 'boolean',
    json: (column) => `CASE ${column} WHEN true THEN 'true' WHEN false THEN 'false' END`,
  },
  integer: { condition: 'integer', json: plain },
  /** An integer of more than 32 bits. */
  long: { condition: 'long', json: plain },
  decimal: {
    condition: 'number',
    json: (column, format) => (format === 'rest' ? number(column) : `'"' || ${number(column)} || '"'`),
  },
  /** To the second; with milliseconds in GraphQL, as all of its times are. */
  instant: {
    condition: 'timestamp',
    json: (column, format) => timestamp(column, format === 'rest' ? 'SS"Z"' : 'SS.MS"Z"'),
  },
  /** To the millisecond. */
  timestamp: { condition: 'timestamp', json: (column) => timestamp(column, 'SS.MS"Z"') },
  /** A time with a precision of milliseconds. In REST, the milliseconds since 1970. */
  epoch: {
    condition: 'timestamp',
    json: (column, format) =>
      format === 'rest'
        ? `(extract(epoch FROM ${column}) * 1000)::bigint::text`
        : timestamp(column, 'SS.MS"Z"'),
  },
  /** An object that is stored as JSON. Only its documented members are returned. */
  object: { json: plain },
  /** A value that is stored and returned as JSON. */
  json: { json: storedValue },
  /** A list of strings. A row without one has an empty list. */
  texts: { json: (column) => list(column) },
  integers: { json: (column) => list(column) },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

const list = (column: string): string => `coalesce(array_to_json(${column})::text, '[]')`;

const timestamp = (column: string, seconds: string): string =>
  `'"' || to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:${seconds}') || '"'`;

/**
 * PostgreSQL and JavaScript both write the shortest digits, but switch to exponents at different
 * magnitudes.
 */
export function number(column: string): string {
  const size = `abs(${column})`;
  return `CASE WHEN ${column} = 0 THEN '0'
    WHEN ${size} >= 1e-4 AND ${size} < 1e15 THEN ${column}::text
    WHEN ${size} >= 1e-6 AND ${size} < 1e21 THEN trim_scale(${column}::text::numeric)::text
    ELSE regexp_replace(${column}::text, 'e([+-])0', 'e\\1') END`;
}
