import { likeText } from '../define/rows.ts';

/**
 * Conditions on rows: a tree of predicates that can be converted to the format of the database client and to
 * SQL.
 */

export type Operator = 'eq' | 'in' | 'contains' | 'gte' | 'lte' | 'gt' | 'lt' | 'not';

/** A comparison of one column with a value. */
export interface Predicate {
  /** `creative.name` is a column of a related row. */
  readonly column: string;
  /** `array_contains` is only for lists in JSON, and no field filter offers it. */
  readonly operator: Operator | 'array_contains';
  readonly value: unknown;
  /** Whether the column can be null. No predicate is true for null. */
  readonly nullable: boolean;
  /** Not a column, but computed from other rows and the time. Only ranked lists support it. */
  readonly isDerived?: true;
  /** Tests the rows of this model whose IDs the column contains. Only reads as one statement support it. */
  readonly idsOf?: { readonly model: string; readonly column: string };
}

/**
 * `any` matches if all conditions of at least one list match. `none` matches if the list does not match, or compares
 * with null.
 */
export type Condition = Predicate | { readonly any: readonly Conditions[] } | { readonly none: Conditions };

/** A row matches if it meets all of them. */
export type Conditions = readonly Condition[];

/** A filter that may contain others. */
export interface CombinableFilter<Filter> {
  readonly and?: readonly Filter[] | null | undefined;
  readonly or?: readonly Filter[] | null | undefined;
  readonly not?: Filter | null | undefined;
}

/**
 * Returns the conditions of a filter and of its `and`, `or` and `not`. `fieldConditions` returns those of its other
 * fields, given their path.
 */
export function filterConditions<Filter extends CombinableFilter<Filter>>(
  filter: Filter,
  fieldConditions: (filter: Filter, at: string) => Conditions,
  at = '',
): Condition[] {
  const { and, or, not } = filter;
  const each = (filters: readonly Filter[], name: string) =>
    filters.map((one, index) => filterConditions(one, fieldConditions, `${at}${name}[${index}].`));
  return [
    ...fieldConditions(filter, at),
    ...each(and ?? [], 'and').flat(),
    ...(or ? [{ any: each(or, 'or') }] : []),
    ...(not ? [{ none: filterConditions(not, fieldConditions, `${at}not.`) }] : []),
  ];
}

/** Returns the predicates of a tree in order. The order is the same for all trees of the same shape. */
export function predicatesIn(conditions: Conditions): Predicate[] {
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
  return 'none' in condition ? any(condition.none.map(whereNot)) : wherePredicate(condition);
}

/** Returns the complement. The client's own NOT omits the rows for which a predicate is neither true nor false. */
function whereNot(condition: Condition): object {
  if ('any' in condition) return all(condition.any.map((of) => any(of.map(whereNot))));
  if ('none' in condition) return all(condition.none.map(whereOfOne));
  const not = { NOT: wherePredicate(condition) };
  return condition.nullable ? { OR: [not, nestedObject(condition.column, null)] } : not;
}

function wherePredicate({ column, operator, value, isDerived, idsOf }: Predicate): object {
  if (isDerived || idsOf) throw new Error(`${column} cannot be tested by the database client.`);
  if (operator === 'eq') return nestedObject(column, { equals: value });
  if (operator === 'contains')
    return nestedObject(column, { contains: likeText(String(value)), mode: 'insensitive' });
  return nestedObject(column, { [operator]: value });
}

/** Returns a nested object: `creative.name` and a value become `{creative: {name: value}}`. */
export function nestedObject(column: string, value: unknown): object {
  const [first = '', ...rest] = column.split('.');
  return { [first]: rest.length === 0 ? value : nestedObject(rest.join('.'), value) };
}

/** The SQL operators of the predicates that need no function. */
export const COMPARISON_SQL = {
  eq: '=',
  not: '<>',
  gte: '>=',
  lte: '<=',
  gt: '>',
  lt: '<',
} as const;

/** Converts the conditions to SQL: `predicate` writes one predicate, `raw` constant text, and `join` concatenates. */
export function conditionsSql<Sql>(
  conditions: Conditions,
  write: {
    readonly predicate: (predicate: Predicate) => Sql;
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
        condition.any.map((all) => group(conditionsSql(all, write), 'AND')),
        'OR',
      );
    if (!('none' in condition)) return write.predicate(condition);
    return write.join([group(conditionsSql(condition.none, write), 'AND'), write.raw('IS NOT TRUE')], ' ');
  });
}
