import { likeText } from '../define/rows.ts';

/** Conditions on rows: a tree of tests, which the database client and compiled SQL both take. */

export type Operator = 'eq' | 'in' | 'contains' | 'gte' | 'lte' | 'gt' | 'lt' | 'not';

/** A test of one column. */
export interface Test {
  /** `creative.name` is the column of a related row. */
  readonly column: string;
  /** `array_contains` is for lists in JSON alone, which no filter on fields offers. */
  readonly operator: Operator | 'array_contains';
  readonly value: unknown;
  /** The column can be null, for which no test holds. */
  readonly nullable: boolean;
  /** No column, but what follows from other rows and the time: only lists that are ranked take it. */
  readonly isDerived?: true;
}

/** `any` holds if one of the lists does, `none` if its list does not, for rows with null included. */
export type Condition = Test | { readonly any: readonly Conditions[] } | { readonly none: Conditions };

/** All of them hold together. */
export type Conditions = readonly Condition[];

/** A filter that may hold others. */
export interface Combined<Filter> {
  readonly and?: readonly Filter[] | null | undefined;
  readonly or?: readonly Filter[] | null | undefined;
  readonly not?: Filter | null | undefined;
}

/**
 * The conditions of a filter and of those that it holds in `and`, `or` and `not`; `own` gives those of its other fields,
 * which stand at a path.
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

/** The tests of a tree in their order, which is the same for every tree of one shape. */
export function predicatesIn(conditions: Conditions): Test[] {
  return conditions.flatMap((condition) => {
    if ('any' in condition) return condition.any.flatMap(predicatesIn);
    return 'none' in condition ? predicatesIn(condition.none) : [condition];
  });
}

/** The conditions as the database client takes them. */
export function whereOf(conditions: Conditions): object {
  return conditions.length === 0 ? {} : { AND: conditions.map(whereOfOne) };
}

// The client passes over empty lists wherever they stand, so that none may be sent.
const NOTHING = { id: { in: [] } };
const ANYTHING = { NOT: NOTHING };
const all = (parts: object[]): object => (parts.length === 0 ? ANYTHING : { AND: parts });
const any = (parts: object[]): object => (parts.length === 0 ? NOTHING : { OR: parts });

function whereOfOne(condition: Condition): object {
  if ('any' in condition) return any(condition.any.map((of) => all(of.map(whereOfOne))));
  return 'none' in condition ? any(condition.none.map(whereNot)) : whereTest(condition);
}

/** The complement. The client's own NOT leaves out the rows for which a test says neither yes nor no. */
function whereNot(condition: Condition): object {
  if ('any' in condition) return all(condition.any.map((of) => any(of.map(whereNot))));
  if ('none' in condition) return all(condition.none.map(whereOfOne));
  const not = { NOT: whereTest(condition) };
  return condition.nullable ? { OR: [not, nested(condition.column, null)] } : not;
}

function whereTest({ column, operator, value, isDerived }: Test): object {
  if (isDerived) throw new Error(`${column} is no column.`);
  if (operator === 'eq') return nested(column, { equals: value });
  if (operator === 'contains')
    return nested(column, { contains: likeText(String(value)), mode: 'insensitive' });
  return nested(column, { [operator]: value });
}

/** `creative.name` and a value make `{creative: {name: value}}`. */
export function nested(column: string, value: unknown): object {
  const [first = '', ...rest] = column.split('.');
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) };
}

/** How a test is written in SQL, where no function is needed. */
export const SIGNS = {
  eq: '=',
  not: '<>',
  gte: '>=',
  lte: '<=',
  gt: '>',
  lt: '<',
} as const;

/** The conditions in SQL: `test` writes one test, `raw` constant text, `join` texts one after the other. */
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
