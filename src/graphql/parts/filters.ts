import type { InputFieldMap, InputFieldRef, InputRef } from '@pothos/core';
import type { Condition, Operator } from '../../domain/conditions.ts';
import type { DomainContext } from '../../domain/context.ts';
import { MAX_FILTER_DEPTH, MAX_FILTERS } from '../../domain/filter-bounds.ts';
import {
  type Kind,
  type ListDefinition,
  MAX_VALUES,
  OPERATORS,
  readFilter,
} from '../../domain/list-fields.ts';
import { builder } from '../builder.ts';
import { type BadArgument, badArguments } from './arguments.ts';
import { numberIn } from './ids.ts';

/** The `filter` inputs of lists, generated from the tables of their filterable fields. */

type AnyInput = InputRef<Record<string, unknown>>;
type ConditionKind = Exclude<Kind, 'status'>;
type Types = (typeof builder)['$inferSchemaTypes'];
type FieldBuilder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

const TYPES: Readonly<Record<ConditionKind, { name: string; of: string; description: string }>> = {
  text: { name: 'TextCondition', of: 'String', description: 'Conditions on a text.' },
  id: {
    name: 'IdCondition',
    of: 'ID',
    description: 'Conditions on an ID. Accepts global IDs and integer IDs.',
  },
  listed: {
    name: 'ListedCondition',
    of: 'ListedValue',
    description: 'Conditions on a value of a closed list.',
  },
  boolean: { name: 'BooleanCondition', of: 'Boolean', description: 'Conditions on a boolean.' },
  integer: { name: 'IntegerCondition', of: 'SafeInt', description: 'Conditions on an integer.' },
  long: { name: 'IntegerCondition', of: 'SafeInt', description: 'Conditions on an integer.' },
  number: { name: 'NumberCondition', of: 'Decimal', description: 'Conditions on a number.' },
  moment: { name: 'MomentCondition', of: 'DateTime', description: 'Conditions on a point in time.' },
};

const MEANING: Readonly<Record<Exclude<Operator, 'not'>, string>> = {
  eq: 'Equal to this value.',
  in: `Equal to one of these values, at most ${MAX_VALUES}.`,
  contains: 'Contains this text, ignoring case.',
  gte: 'Greater than or equal to this value.',
  lte: 'Less than or equal to this value.',
  gt: 'Greater than this value.',
  lt: 'Less than this value.',
};

const made = new Map<string, AnyInput>();

function conditionInput(kind: ConditionKind): AnyInput {
  const { name, of, description } = TYPES[kind];
  const known = made.get(name);
  if (known) return known;
  const input = builder.inputType(name, {
    description: `${description} All given conditions must match.`,
    fields: (t) =>
      Object.fromEntries(
        (OPERATORS[kind] as Exclude<Operator, 'not'>[]).map((operator) => [
          operator,
          t.field({ type: (operator === 'in' ? [of] : of) as 'String', description: MEANING[operator] }),
        ]),
      ),
  }) as unknown as AnyInput;
  made.set(name, input);
  return input;
}

/** `XFilter`: `query`, `status`, and a condition on each field of the list. */
export function filterInput(options: {
  /** The type's name: `Advertiser`. */
  name: string;
  /** What several are called: `advertisers`. */
  words: string;
  list: ListDefinition;
  /** The enum of `status`, if the list has one. */
  status?: unknown;
}): AnyInput {
  const { name, words, list, status } = options;
  const ref = builder.inputRef<Record<string, unknown>>(`${name}Filter`);
  const fieldsOf = (t: FieldBuilder): InputFieldMap => {
    const search = list.search && {
      query: t.string({ description: `Matches ${words} whose name contains this text, ignoring case.` }),
    };
    const states = Boolean(status) && {
      status: t.field({ type: status as 'String', description: `Matches ${words} with this status.` }),
      statusIn: t.field({
        type: [status] as unknown as 'String',
        description: `Matches ${words} with one of these statuses.`,
      }),
    };
    const conditions = Object.entries(list.fields).flatMap(([field, { kind }]) =>
      kind === 'status'
        ? []
        : [
            [
              field,
              t.field({ type: conditionInput(kind), description: `Matches ${words} by \`${field}\`.` }),
            ] as const,
          ],
    );
    return { ...search, ...states, ...Object.fromEntries(conditions), ...combinations(t, ref, words) };
  };
  const hides = list.hidesDeleted ? ' Deleted ones are only returned if the filter names a status.' : '';
  ref.implement({
    description: `Filters ${words}. All given conditions must match.${hides}`,
    fields: (t) =>
      fieldsOf(t as FieldBuilder) as Record<string, InputFieldRef<Types, NonNullable<unknown> | null>>,
  });
  return ref as unknown as AnyInput;
}

/** `and`, `or` and `not` of a filter input. */
export function combinations(t: FieldBuilder, self: unknown, words: string) {
  return {
    and: t.field({
      type: [self as AnyInput],
      description: `Matches ${words} that match all of these filters. Filters can be nested ${MAX_FILTER_DEPTH} levels deep, at most ${MAX_FILTERS} in total.`,
    }),
    or: t.field({
      type: [self as AnyInput],
      description: `Matches ${words} that match at least one of these filters.`,
    }),
    not: t.field({
      type: self as AnyInput,
      description: `Matches ${words} that do not match this filter, including those without a value.`,
    }),
  };
}

/** The conditions of a `filter` argument. All problems are reported together. */
export function conditionsIn(
  ctx: DomainContext,
  list: ListDefinition,
  filter: object | null | undefined,
): Condition[] {
  if (filter == null) return [...readFilter({ ctx, list, filter, refuse: () => undefined })];
  const bad: BadArgument[] = [];
  const conditions = readFilter({
    ctx,
    list,
    filter: withNumbers(list, filter),
    refuse: (path, message) => bad.push({ argument: `filter.${path}`, message }),
  });
  if (bad.length > 0) throw badArguments(bad);
  return conditions;
}

/** Converts global IDs to the numbers of the domain. Invalid IDs stay as they are and are refused there. */
function withNumbers(list: ListDefinition, filter: object): object {
  const numbers = (of: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => numbers(of, each));
    return typeof value === 'string' ? (numberIn(of, value) ?? value) : value;
  };
  const within = (one: object | null) => one && withNumbers(list, one);
  return Object.fromEntries(
    Object.entries(filter).map(([name, given]) => {
      if (name === 'not') return [name, within(given)];
      if (name === 'and' || name === 'or') return [name, (given as object[] | null)?.map(within)];
      const of = Object.hasOwn(list.fields, name) ? list.fields[name]?.of : undefined;
      if (of === undefined || given == null) return [name, given];
      return [
        name,
        Object.fromEntries(
          Object.entries(given as object).map(([operator, value]) => [operator, numbers(of, value)]),
        ),
      ];
    }),
  );
}
