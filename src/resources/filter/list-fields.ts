import { recordOrEmpty } from '../../platform/text/typed.ts';
import { withArticle } from '../../platform/text/words.ts';
import type { EnumType } from '../define/enum-type.ts';
import { isNullable } from '../define/nullable.ts';
import { isId } from '../define/rows.ts';
import {
  type CombinableFilter,
  type Condition,
  filterConditions,
  type Operator,
  type Predicate,
  predicatesIn,
  whereOf,
} from './conditions.ts';
import { isWithinBounds } from './filter-bounds.ts';

/**
 * What the rows of a resource can be sorted and filtered by: one table per resource, from name in the
 * interface to kind and column. REST sorts by it, GraphQL generates its filter inputs from it, and both are
 * compiled here.
 */
export type Kind =
  | 'text'
  | 'id'
  | 'enum'
  | 'flag'
  | 'status'
  | 'boolean'
  | 'integer'
  | 'long'
  | 'number'
  | 'timestamp';

export interface ListField<Column extends string = string> {
  readonly kind: Kind;
  /** `creative.name` is a column of a related row. */
  readonly column: Column;
  /** For an ID: the type that it refers to. */
  readonly of?: string;
  /** For an enum: its values. */
  readonly enumType?: EnumType;
  /** Of a text: the most characters that callers can store. */
  readonly maxLength?: number;
  /** See `ListDefinition.derived`. */
  readonly isDerived?: true;
}

export interface ListDefinition<Column extends string = string> {
  /** The model of the rows, for lists that are filtered. */
  readonly model?: string;
  readonly fields: Readonly<Record<string, ListField<Column>>>;
  /** The column in which `query` searches for a text. */
  readonly search?: string;
  /** Deleted rows are omitted unless the list is filtered by status. */
  readonly hidesDeleted?: true;
  /**
   * Enum values that are computed from other rows and the time. A filter contains one value as `name`, or
   * several in `nameIn`.
   */
  readonly derived?: Readonly<Record<string, EnumType>>;
  /** Filters that follow from no field: what reads the conditions of each. Only ranked lists support them. */
  readonly computed?: Readonly<Record<string, ReadConditions>>;
}

/** Returns the conditions of a filter's value, given its path. */
type ReadConditions = (given: unknown, path: string, refuse: Refuse) => Condition[];

export const defineList = <const Column extends string>(
  list: ListDefinition<Column>,
): ListDefinition<Column> => list;

const field =
  (kind: Kind) =>
  <const Column extends string>(column: Column): ListField<Column> => ({ kind, column });

export const textField = field('text');
export const enumField = <const Column extends string>(
  enumType: EnumType,
  column: Column,
): ListField<Column> => ({ kind: 'enum', column, enumType });
/** The status of a resource. A filter contains one value as `status`, or several in `statusIn`. */
export const statusField = field('status')('status');
export const integerField = field('integer');
/** An integer of more than 32 bits. */
export const longField = field('long');
export const numberField = field('number');
export const timestampField = field('timestamp');
export const idField = <const Column extends string>(of: string, column: Column): ListField<Column> => ({
  kind: 'id',
  column,
  of,
});

/** `createdAt` and `updatedAt`, which every resource has. */
export const TIMESTAMPS = {
  createdAt: timestampField('createdAt'),
  updatedAt: timestampField('updatedAt'),
} as const;

const derivedField = (column: string): ListField => ({ kind: 'enum', column, isDerived: true });

const RANGES = ['eq', 'gte', 'lte', 'gt', 'lt'] as const;
/** The conditions that a field of each kind accepts. */
export const OPERATORS: Readonly<Record<Exclude<Kind, 'status'>, readonly Exclude<Operator, 'not'>[]>> = {
  text: ['eq', 'in', 'contains'],
  id: ['eq', 'in'],
  enum: ['eq', 'in'],
  flag: ['eq'],
  boolean: ['eq'],
  integer: RANGES,
  long: RANGES,
  number: RANGES,
  timestamp: RANGES,
};

/** The SQL type of each kind. */
export const SQL_TYPES: Readonly<Record<Kind, string>> = {
  text: 'text',
  id: 'int',
  enum: 'text',
  flag: 'text',
  status: 'text',
  boolean: 'boolean',
  integer: 'int',
  long: 'bigint',
  number: 'float8',
  timestamp: 'timestamptz',
};

/** The maximum number of values of one `in`. */
export const MAX_VALUES = 100;

/** Receives each invalid value: its path in the filter, and what it must be. */
type Refuse = (path: string, message: string) => void;

interface Filter extends CombinableFilter<Filter> {
  readonly [name: string]: unknown;
}

/**
 * Returns the conditions of a filter such as `{query: "bake", status: "ACTIVE", name: {in: ["a", "b"]}}`,
 * which may contain others in `and`, `or` and `not`.
 */
export function readFilter(options: {
  list: ListDefinition;
  filter: object | null | undefined;
  refuse: Refuse;
}): Condition[] {
  const { list } = options;
  const filter: Filter = recordOrEmpty(options.filter);
  if (!isWithinBounds(filter, options.refuse)) return [];
  const reader = new FilterReader(options);
  const conditions = filterConditions(filter, (one: Filter, at) => reader.fieldConditions(one, at));
  if (list.hidesDeleted && !predicatesIn(conditions).some(({ column }) => column === 'status'))
    conditions.push({ column: 'status', operator: 'not', value: 'DELETED', nullable: false });
  return conditions;
}

class FilterReader {
  readonly #list: ListDefinition;
  readonly #refuse: Refuse;

  constructor({ list, refuse }: { list: ListDefinition; refuse: Refuse }) {
    this.#list = list;
    this.#refuse = refuse;
  }

  /** Returns the conditions of one filter, without its nested filters. `at` is its path. */
  fieldConditions(filter: Filter, at: string): Condition[] {
    const { search, fields } = this.#list;
    const conditions: Condition[] = [];
    const take = (name: string, field: ListField, operator: Operator, given: unknown): void => {
      if (given != null) conditions.push(this.#predicate(field, operator, given, `${at}${name}`));
    };
    if (search && filter.query) take('query', textField(search), 'contains', filter.query);
    for (const [name, field] of Object.entries(fields)) {
      if (field.kind === 'status') {
        take('status', field, 'eq', filter.status);
        take('statusIn', field, 'in', filter.statusIn);
        continue;
      }
      if (filter[name] == null) continue;
      const given = recordOrEmpty(filter[name]);
      for (const operator of OPERATORS[field.kind])
        take(`${name}.${operator}`, field, operator, given[operator]);
    }
    for (const name of Object.keys(this.#list.derived ?? {})) {
      take(name, derivedField(name), 'eq', filter[name]);
      take(`${name}In`, derivedField(name), 'in', filter[`${name}In`]);
    }
    for (const [name, read] of Object.entries(this.#list.computed ?? {}))
      if (filter[name] != null) conditions.push(...read(filter[name], `${at}${name}`, this.#refuse));
    return conditions;
  }

  #predicate(field: ListField, operator: Operator, given: unknown, path: string): Predicate {
    const { kind, column, of } = field;
    const isDerived = field.isDerived && { isDerived: field.isDerived };
    const single = (value: unknown, at: string): unknown => {
      const problem = problemOf(kind, of, value);
      if (problem) this.#refuse(at, problem);
      return storedValue(kind, value);
    };
    const nullable = field.isDerived || canBeNull(this.#list, column);
    if (operator !== 'in') return { column, operator, value: single(given, path), nullable, ...isDerived };
    const values = Array.isArray(given) ? given : [given];
    if (values.length > MAX_VALUES) this.#refuse(path, `must have at most ${MAX_VALUES} values`);
    const value = values.slice(0, MAX_VALUES).map((each, index) => single(each, `${path}[${index}]`));
    return { column, operator, value, nullable, ...isDerived };
  }
}

/** Returns a condition for rows whose name, or other search column, contains the text in any case. */
export function searchWhere({ search }: ListDefinition, query: string | undefined): object {
  if (!query || !search) return {};
  return whereOf([{ column: search, operator: 'contains', value: query, nullable: false }]);
}

export function canBeNull({ model }: ListDefinition, column: string): boolean {
  if (model === undefined) throw new Error('A list without a model cannot be filtered.');
  return isNullable(model, column);
}

function problemOf(kind: Kind, of: string | undefined, value: unknown): string | undefined {
  if (kind === 'id')
    return isWhole(value) && value > 0 ? undefined : `must be the ID of ${withArticle(String(of))}`;
  if (kind === 'integer')
    return isWhole(value) && Math.abs(value) < 2 ** 31 ? undefined : 'must be a 32-bit integer';
  if (kind === 'long') return isWhole(value) ? undefined : 'must be an integer';
  if (kind === 'timestamp')
    return value instanceof Date && isYear(value.getUTCFullYear())
      ? undefined
      : 'must be in the years 1 to 9999';
  if (typeof value !== 'string') return undefined;
  return value.isWellFormed() && !value.includes('\0') ? undefined : 'must be well-formed text without NUL';
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isYear = (year: number): boolean => year >= 1 && year <= 9999;

/** An ID out of range matches no row, and is never sent to the database. */
function storedValue(kind: Kind, value: unknown): unknown {
  if (kind === 'id') return typeof value === 'number' && isId(value) ? value : 0;
  if (kind === 'flag') return value === true ? 'TRUE' : 'FALSE';
  return kind === 'long' && isWhole(value) ? BigInt(value) : value;
}
