import type { EnumType } from '../../resources/define/enum-type.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Condition, Operator } from '../../resources/filter/conditions.ts';
import { MAX_FILTER_DEPTH, MAX_FILTERS } from '../../resources/filter/filter-bounds.ts';
import {
  type Kind,
  type ListDefinition,
  MAX_VALUES,
  OPERATORS,
  readFilter,
} from '../../resources/filter/list-fields.ts';
import { type BadArgument, badArguments } from './arguments.ts';
import { type AnyInput, type ElementType, type InputFieldBuilder, inputObject } from './input-object.ts';
import { enumOf } from './values/enums.ts';
import { numberIn } from './values/ids.ts';

/** The `filter` inputs of lists, generated from the tables of their filterable fields. */

type ConditionKind = Exclude<Kind, 'status' | 'enum'>;
type Conditions = { readonly name: string; readonly of: ElementType; readonly description: string };

const TYPES: Readonly<Record<ConditionKind, Conditions>> = {
  text: { name: 'TextCondition', of: 'String', description: 'Conditions on a text.' },
  id: {
    name: 'IdCondition',
    of: 'ID',
    description: 'Conditions on an ID. Accepts global IDs and integer IDs.',
  },
  flag: { name: 'BooleanCondition', of: 'Boolean', description: 'Conditions on a boolean.' },
  boolean: { name: 'BooleanCondition', of: 'Boolean', description: 'Conditions on a boolean.' },
  integer: { name: 'IntegerCondition', of: 'SafeInt', description: 'Conditions on an integer.' },
  long: { name: 'IntegerCondition', of: 'SafeInt', description: 'Conditions on an integer.' },
  number: { name: 'NumberCondition', of: 'Decimal', description: 'Conditions on a number.' },
  timestamp: { name: 'MomentCondition', of: 'DateTime', description: 'Conditions on a point in time.' },
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

const conditionsOf = (kind: ConditionKind | 'enum', enumType: EnumType | undefined): Conditions => {
  if (kind !== 'enum') return TYPES[kind];
  if (!enumType) throw new Error('An enum without plural cannot be filtered by.');
  const description = `Conditions on a value of \`${enumType.name}\`.`;
  return { name: `${enumType.name}Condition`, of: enumOf(enumType), description };
};

function conditionInput(kind: ConditionKind | 'enum', enumType: EnumType | undefined): AnyInput {
  const { name, of, description } = conditionsOf(kind, enumType);
  const known = made.get(name);
  if (known) return known;
  const input = inputObject(name, `${description} All given conditions must match.`, (t) =>
    Object.fromEntries(
      OPERATORS[kind].map((operator) => [
        operator,
        t.field({ type: operator === 'in' ? [of] : of, description: MEANING[operator] }),
      ]),
    ),
  );
  made.set(name, input);
  return input;
}

/** Defines `XFilter`: `query`, `status`, and a condition for each field of the list. */
export function filterInput(options: {
  /** The name of the type, such as `Advertiser`. */
  name: string;
  /** The plural, such as `advertisers`. */
  plural: string;
  list: ListDefinition;
  /** The enum of `status`, if the list has one. */
  status?: ElementType | undefined;
  /** The inputs of the list's computed filters. */
  computed?: Readonly<Record<string, ElementType>> | undefined;
}): AnyInput {
  const { name, plural, list, status, computed = {} } = options;
  const hides = list.hidesDeleted ? ' Deleted ones are only returned if the filter names a status.' : '';
  const description = `Filters ${plural}. All given conditions must match.${hides}`;
  return inputObject(`${name}Filter`, description, (t, self) => {
    const search = list.search && {
      query: t.string({ description: `Matches ${plural} whose name contains this text, ignoring case.` }),
    };
    const states = status !== undefined && {
      status: t.field({ type: status, description: `Matches ${plural} with this status.` }),
      statusIn: t.field({
        type: [status],
        description: `Matches ${plural} with one of these statuses.`,
      }),
    };
    const conditions = Object.entries(list.fields).flatMap(([field, { kind, enumType }]) =>
      kind === 'status'
        ? []
        : [
            [
              field,
              t.field({
                type: conditionInput(kind, enumType),
                description: `Matches ${plural} by \`${field}\`.`,
              }),
            ] as const,
          ],
    );
    const derived = Object.entries(list.derived ?? {}).flatMap(([field, enumType]) => {
      const of = enumOf(enumType);
      return [
        [field, t.field({ type: of, description: `Matches ${plural} with this \`${field}\`.` })] as const,
        [
          `${field}In`,
          t.field({ type: [of], description: `Matches ${plural} with one of these values of \`${field}\`.` }),
        ] as const,
      ];
    });
    const others = Object.entries(computed).map(
      ([field, of]) =>
        [field, t.field({ type: of, description: `Matches ${plural} by their \`${field}\`.` })] as const,
    );
    return {
      ...{ ...search, ...states, ...Object.fromEntries([...conditions, ...derived, ...others]) },
      ...combinations(t, self, plural),
    };
  });
}

/** Returns the fields `and`, `or` and `not` of a filter input. */
export function combinations<Filter extends ElementType>(t: InputFieldBuilder, self: Filter, plural: string) {
  return {
    and: t.field({
      type: [self],
      description: `Matches ${plural} that match all of these filters. Filters can be nested ${MAX_FILTER_DEPTH} levels deep, at most ${MAX_FILTERS} in total.`,
    }),
    or: t.field({
      type: [self],
      description: `Matches ${plural} that match at least one of these filters.`,
    }),
    not: t.field({
      type: self,
      description: `Matches ${plural} that do not match this filter, including those without a value.`,
    }),
  };
}

/** Returns the conditions of a `filter` argument. Throws an error that lists all problems. */
export function conditionsIn(list: ListDefinition, filter: object | null | undefined): Condition[] {
  if (filter == null) return [...readFilter({ list, filter, refuse: () => undefined })];
  const bad: BadArgument[] = [];
  const conditions = readFilter({
    list,
    filter: withNumbers(list, filter),
    refuse: (path, message) => bad.push({ argument: `filter.${path}`, message }),
  });
  if (bad.length > 0) throw badArguments(bad);
  return conditions;
}

/** Converts global IDs to the numbers of the domain. Invalid IDs are not changed; the domain refuses them. */
function withNumbers(list: ListDefinition, filter: object): object {
  const numbers = (of: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => numbers(of, each));
    return typeof value === 'string' ? (numberIn(of, value) ?? value) : value;
  };
  const within = (one: unknown) => (isRecord(one) ? withNumbers(list, one) : one);
  return Object.fromEntries(
    Object.entries(filter).map(([name, given]) => {
      if (name === 'not') return [name, within(given)];
      if ((name === 'and' || name === 'or') && Array.isArray(given)) return [name, given.map(within)];
      const of = Object.hasOwn(list.fields, name) ? list.fields[name]?.of : undefined;
      if (of === undefined || !isRecord(given)) return [name, given];
      return [
        name,
        Object.fromEntries(Object.entries(given).map(([operator, value]) => [operator, numbers(of, value)])),
      ];
    }),
  );
}
