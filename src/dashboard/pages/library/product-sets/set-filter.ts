/** How a product is compared, as the service calls it and as people say it. */
export const OPERATORS = {
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  lte: 'is at most',
  gte: 'is at least',
  in_list: 'is one of',
} as const;
export type Operator = keyof typeof OPERATORS;

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** As it is typed; several with commas. */
  readonly value: string;
}

export interface SetFilter {
  readonly join: 'and' | 'or';
  readonly conditions: readonly Condition[];
}

export const EMPTY: Condition = { field: '', operator: 'eq', value: '' };

/** Where the first condition is typed. */
export const NEW_FILTER: SetFilter = { join: 'and', conditions: [EMPTY] };

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);

function conditionIn(part: unknown): Condition[] {
  if (!isRecord(part)) return [];
  return Object.entries(part).flatMap(([field, test]) =>
    Object.entries(isRecord(test) ? test : {}).flatMap(([operator, value]) =>
      isOperator(operator) ? [{ field, operator, value: [value].flat().map(String).join(', ') }] : [],
    ),
  );
}

/** A stored filter, which is JSON; undefined where it is none. */
export function filterIn(text: string | null | undefined): SetFilter | undefined {
  if (!text) return undefined;
  const stored: unknown = JSON.parse(text);
  if (!isRecord(stored)) return undefined;
  const join = 'or' in stored ? 'or' : 'and';
  const parts = stored[join];
  return { join, conditions: Array.isArray(parts) ? parts.flatMap(conditionIn) : conditionIn(stored) };
}

const asNumber = (text: string) =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

function sentValue({ operator, value }: Condition): unknown {
  if (operator === 'in_list')
    return value
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
  return operator === 'lte' || operator === 'gte' ? asNumber(value) : value;
}

/** As the service takes it. */
export const filterJson = ({ join, conditions }: SetFilter): Json => {
  const parts = conditions.map((each) => ({ [each.field]: { [each.operator]: sentValue(each) } }));
  return parts.length === 1 && parts[0] ? parts[0] : { [join]: parts };
};

export const isComplete = ({ conditions }: SetFilter): boolean =>
  conditions.length > 0 && conditions.every(({ field, value }) => field.trim() !== '' && value.trim() !== '');

/** `brand is Acme and price is at most 50` */
export const filterText = ({ join, conditions }: SetFilter): string =>
  conditions
    .map(({ field, operator, value }) => `${field} ${OPERATORS[operator]} ${value}`)
    .join(` ${join} `);

/** A filter as a form keeps it, with what is typed halfway. */
export const typedFilter = (text: string | null | undefined): SetFilter | undefined =>
  text ? (JSON.parse(text) as SetFilter) : undefined;
