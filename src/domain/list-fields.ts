import type { DomainContext } from './context.ts';
import { isId, likeText } from './rows.ts';
import { withArticle } from './words.ts';

/**
 * What the rows of a resource can be sorted and filtered by: one table per resource, name on the wire → kind
 * and column. REST sorts by it; GraphQL makes its filter inputs from it; both are compiled here.
 */
export type Kind = 'text' | 'id' | 'listed' | 'status' | 'boolean' | 'integer' | 'long' | 'number' | 'moment';

export interface ListField<Column extends string = string> {
  readonly kind: Kind;
  /** `creative.name` is the column of a related row. */
  readonly column: Column;
  /** Of an id: the type it names. */
  readonly of?: string;
  /** The stored value that a word on the wire stands for, where that depends on the operator's name. */
  readonly stored?: (brand: Pick<DomainContext, 'config'>, word: string) => string;
}

export interface ListDefinition<Column extends string = string> {
  readonly fields: Readonly<Record<string, ListField<Column>>>;
  /** The column in which `query` looks for a part. */
  readonly search?: string;
  /** Deleted rows are left out unless a status is asked for. */
  readonly hidesDeleted?: true;
}

export const defineList = <const Column extends string>(
  list: ListDefinition<Column>,
): ListDefinition<Column> => list;

const field =
  (kind: Kind) =>
  <const Column extends string>(column: Column): ListField<Column> => ({ kind, column });

export const textField = field('text');
/** A word of a list that the resource's type names. */
export const listedField = field('listed');
/** The word by which a resource is in use or not: it stands in a filter as it is, or several in `statusIn`. */
export const statusField = field('status')('status');
export const booleanField = field('boolean');
export const integerField = field('integer');
/** An integer beyond 32 bits. */
export const longField = field('long');
export const numberField = field('number');
export const momentField = field('moment');
export const idField = <const Column extends string>(of: string, column: Column): ListField<Column> => ({
  kind: 'id',
  column,
  of,
});

/** `createdAt` and `updatedAt`, which every resource has. */
export const MOMENTS = { createdAt: momentField('createdAt'), updatedAt: momentField('updatedAt') } as const;

export type Operator = 'eq' | 'in' | 'contains' | 'gte' | 'lte' | 'gt' | 'lt' | 'not';

const RANGES = ['eq', 'gte', 'lte', 'gt', 'lt'] as const;
/** Which conditions a field of each kind takes. */
export const OPERATORS: Readonly<Record<Exclude<Kind, 'status'>, readonly Operator[]>> = {
  text: ['eq', 'in', 'contains'],
  id: ['eq', 'in'],
  listed: ['eq', 'in'],
  boolean: ['eq'],
  integer: RANGES,
  long: RANGES,
  number: RANGES,
  moment: RANGES,
};

/** Most values of one `in`. */
export const MAX_VALUES = 100;

/** One checked condition; all of a filter hold together. */
export interface Condition {
  readonly column: string;
  readonly operator: Operator;
  readonly value: unknown;
}

/** Told of each value that cannot be meant: where it stands in the filter, and what it must be. */
type Refuse = (path: string, message: string) => void;

/** The conditions of a filter such as `{query: "bake", status: "ACTIVE", name: {in: ["a", "b"]}}`. */
export function readFilter(options: {
  ctx: Pick<DomainContext, 'config'>;
  list: ListDefinition;
  filter: object | null | undefined;
  refuse: Refuse;
}): Condition[] {
  const { ctx, list, refuse } = options;
  const filter = (options.filter ?? {}) as Readonly<Record<string, unknown>>;
  const conditions: Condition[] = [];
  const take = (
    path: string,
    { kind, column, of, stored }: ListField,
    operator: Operator,
    given: unknown,
  ): void => {
    const single = (value: unknown, at: string) => {
      const problem = problemOf(kind, of, value);
      if (problem) refuse(at, problem);
      return stored ? stored(ctx, value as string) : storedValue(kind, value);
    };
    if (operator !== 'in') {
      conditions.push({ column, operator, value: single(given, path) });
      return;
    }
    const values = given as readonly unknown[];
    if (values.length > MAX_VALUES) refuse(path, `must have at most ${MAX_VALUES} values`);
    const value = values.slice(0, MAX_VALUES).map((each, index) => single(each, `${path}[${index}]`));
    conditions.push({ column, operator, value });
  };

  if (list.search && filter.query) take('query', textField(list.search), 'contains', filter.query);
  for (const [name, field] of Object.entries(list.fields)) {
    if (field.kind === 'status') {
      if (filter.status != null) take('status', field, 'eq', filter.status);
      if (filter.statusIn != null) take('statusIn', field, 'in', filter.statusIn);
      continue;
    }
    const given = (filter[name] ?? {}) as Readonly<Record<string, unknown>>;
    for (const operator of OPERATORS[field.kind])
      if (given[operator] != null) take(`${name}.${operator}`, field, operator, given[operator]);
  }
  if (list.hidesDeleted && !conditions.some(({ column }) => column === 'status'))
    conditions.push({ column: 'status', operator: 'not', value: 'DELETED' });
  return conditions;
}

/** The conditions as the database client takes them. */
export function whereOf(conditions: readonly Condition[]): object {
  if (conditions.length === 0) return {};
  return { AND: conditions.map(({ column, operator, value }) => nested(column, test(operator, value))) };
}

/** Rows whose name, or what the resource is searched by, has the text in it, in any case. */
export function searched(list: ListDefinition, query: string | undefined): object {
  if (!query || !list.search) return {};
  return whereOf([{ column: list.search, operator: 'contains', value: query }]);
}

/** `creative.name` and a value make `{creative: {name: value}}`. */
export function nested(column: string, value: unknown): object {
  return column.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
}

function test(operator: Operator, value: unknown): object {
  if (operator === 'eq') return { equals: value };
  if (operator === 'contains') return { contains: likeText(String(value)), mode: 'insensitive' };
  return { [operator]: value };
}

function problemOf(kind: Kind, of: string | undefined, value: unknown): string | undefined {
  if (kind === 'id')
    return isWhole(value) && value > 0 ? undefined : `must be the ID of ${withArticle(String(of))}`;
  if (kind === 'integer')
    return isWhole(value) && Math.abs(value) < 2 ** 31 ? undefined : 'must be a 32-bit integer';
  if (kind === 'long') return isWhole(value) ? undefined : 'must be an integer';
  if (kind === 'moment')
    return isYear((value as Date).getUTCFullYear()) ? undefined : 'must be in the years 1 to 9999';
  if (typeof value !== 'string') return undefined;
  return value.isWellFormed() && !value.includes('\0') ? undefined : 'must be well-formed text without NUL';
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isYear = (year: number): boolean => year >= 1 && year <= 9999;

/** An id out of range names no row and never reaches the database. */
function storedValue(kind: Kind, value: unknown): unknown {
  if (kind === 'id') return isId(value as number) ? value : 0;
  return kind === 'long' && isWhole(value) ? BigInt(value) : value;
}
