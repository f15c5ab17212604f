import { likeText } from '../define/rows.ts';

/**
 * Conditions on rows: a tree of tests that can be converted to the format of the database client and to
 * SQL.
 */

export type Operator = 'eq' | 'in' | 'contains' | 'gte' | 'lte' | 'gt' | 'lt' | 'not';

/** A test of one column. */
export interface Test {
  /** `creative.name` is a column of a related row. */
  readonly column: string;
  /** `array_contains` is only for lists in JSON, and no field filter offers it. */
  readonly operator: Operator | 'array_contains';
  readonly value: unknown;
  /** Whether the column can be null. No test is true for null. */
  readonly nullable: boolean;
  /** Not a column, but computed from other rows and the time. Only ranked lists support it. */
  readonly isDerived?: true;
  /** The test is of the rows of this model whose IDs the column has. Only reads as one statement support it. */
  readonly idsOf?: { readonly model: string; readonly column: string };
}

/** `any` is true if one of the lists is. `none` is true if its list is not, also for rows with null. */
export type Condition = Test | { readonly any: readonly Conditions[] } | { readonly none: Conditions };

/** A row matches if it meets all of them. */
export type Conditions = readonly Condition[];

/** A filter that may contain others. */
export interface Combined<Filter> {
  readonly and?: readonly Filter[] | null | undefined;
  readonly or?: readonly Filter[] | null | undefined;
  readonly not?: Filter | null | undefined;
}

/**
 * Returns the conditions of a filter and of its `and`, `or` and `not`. `own` returns those of its other
 * fields, given their path.
 */
export function combined<Filter extends Combined<Filter>>(
  filter: Filter,
  own: (filter: Filter, at: string) => Conditions,
  at = '',
): Condition[] {
  const { and, or, not } = filter;
  const each = (filters: readonly Filter[], name: string) =>
    filters.map((one, index) => combined(one, own, `${at}${name}[${index}].`));
  return [
    ...own(filter, at),
    ...each(and ?? [], 'and').flat(),
    ...(or ? [{ any: each(or, 'or') }] : []),
    ...(not ? [{ none: combined(not, own, `${at}not.`) }] : []),
  ];
}

/** Returns the tests of a tree in order. The order is the same for all trees of the same shape. */
export function predicatesIn(conditions: Conditions): Test[] {
  return conditions.flatMap((condition) => {
    if ('any' in condition) return condition.any.flatMap(predicatesIn);
    return 'none' in condition ? predicatesIn(condition.none) : [condition];
  });
}

/** Returns the conditions in the format of the database client. */
export function whereOf(conditions: Conditions): object {
  return conditions.length === 0 ? {} : { AND: conditions.map(whereOfOne) };
}

// The client ignores empty lists anywhere, so they are replaced with these conditions.
const MATCHES_NONE = { id: { in: [] } };
const MATCHES_ALL = { NOT: MATCHES_NONE };
const all = (parts: object[]): object => (parts.length === 0 ? MATCHES_ALL : { AND: parts });
const any = (parts: object[]): object => (parts.length === 0 ? MATCHES_NONE : { OR: parts });

function whereOfOne(condition: Condition): object {
  if ('any' in condition) return any(condition.any.map((of) => all(of.map(whereOfOne))));
  return 'none' in condition ? any(condition.none.map(whereNot)) : whereTest(condition);
}

/** Returns the complement. The client's own NOT omits the rows for which a test is neither true nor false. */
function whereNot(condition: Condition): object {
  if ('any' in condition) return all(condition.any.map((of) => any(of.map(whereNot))));
  if ('none' in condition) return all(condition.none.map(whereOfOne));
  const not = { NOT: whereTest(condition) };
  return condition.nullable ? { OR: [not, nested(condition.column, null)] } : not;
}

function whereTest({ column, operator, value, isDerived, idsOf }: Test): object {
  if (isDerived || idsOf) throw new Error(`${column} cannot be tested by the database client.`);
  if (operator === 'eq') return nested(column, { equals: value });
  if (operator === 'contains')
    return nested(column, { contains: likeText(String(value)), mode: 'insensitive' });
  return nested(column, { [operator]: value });
}

/** Returns a nested object: `creative.name` and a value become `{creative: {name: value}}`. */
export function nested(column: string, value: unknown): object {
  const [first = '', ...rest] = column.split('.');
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}

/** The SQL operators of the tests that need no function. */
export const SIGNS = {
  eq: '=',
  not: '<>',
  gte: '>=',
  lte: '<=',
  gt: '>',
  lt: '<',
} as const;

/** Converts the conditions to SQL: `test` writes one test, `raw` constant text, and `join` concatenates. */
export function sqlOf<Sql>(
  conditions: Conditions,
  write: {
    readonly test: (test: Test) => Sql;
    readonly raw: (text: string) => Sql;
    readonly join: (parts: readonly Sql[], separator: string) => Sql;
  },
): Sql[] {
  const group = (parts: readonly Sql[], word: 'AND' | 'OR'): Sql =>
    parts.length === 0
      ? write.raw(word === 'AND' ? 'TRUE' : 'FALSE')
      : write.join([write.raw('('), write.join(parts, ` ${word} `), write.raw(')')], '');
  return conditions.map((condition) => {
    if ('any' in condition)
      return group(
        condition.any.map((all) => group(sqlOf(all, write), 'AND')),
        'OR',
      );
    if (!('none' in condition)) return write.test(condition);
    return write.join([group(sqlOf(condition.none, write), 'AND'), write.raw('IS NOT TRUE')], ' ');
  });
}
