import { isNumber } from '../../parts/fields/numbers.ts';
import { full, METRICS, type MetricName } from '../../parts/figures/metrics.ts';
import type { Days } from '../../parts/period/days.ts';
import { lower } from '../../parts/words.ts';
import { titleOf } from './metric-titles.ts';

export type Comparison = 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'contains';
type Comparisons = readonly (readonly [name: Comparison, words: string])[];

/** How figures and numbers are compared. */
const OF_NUMBERS: Comparisons = [
  ['gt', 'more than'],
  ['gte', 'at least'],
  ['lt', 'less than'],
  ['lte', 'at most'],
  ['eq', 'exactly'],
];
const OF_TEXTS: Comparisons = [
  ['contains', 'contains'],
  ['eq', 'is'],
];

/** A condition as the address and the form have it. */
export interface Condition {
  readonly key: string;
  readonly comparison: string;
  readonly value: string;
}

/** A column of the service by which a list is filtered. */
export interface ConditionColumn<Filter> {
  readonly key: string;
  readonly name: string;
  readonly kind: 'number' | 'text';
  readonly filter: (condition: { readonly [comparison in Comparison]?: string }) => Filter;
}
type Column = Pick<ConditionColumn<unknown>, 'key' | 'name' | 'kind'>;

/** The days, time zone and currency of the figures that a list shows. */
export interface Shown {
  readonly days: Days;
  readonly timezone: string;
  /** Null for that of each advertiser. */
  readonly currency: string | null;
}

const isMetric = (key: string): key is MetricName => Object.hasOwn(METRICS, key);
const columnOf = <One extends Column>(columns: readonly One[], key: string): One | undefined =>
  columns.find((column) => column.key === key);

export const comparisonsOf = (columns: readonly Column[], key: string): Comparisons =>
  columnOf(columns, key)?.kind === 'text' ? OF_TEXTS : OF_NUMBERS;

/** Everything that can be compared: figures of the range first. */
export const comparable = (columns: readonly Column[]): readonly (readonly [key: string, name: string])[] => [
  ...(Object.keys(METRICS) as MetricName[]).map((metric) => [metric, titleOf(metric)] as const),
  ...columns.map(({ key, name }) => [key, name] as const),
];

/** Whether the service takes the value. */
export const isComplete = (columns: readonly Column[], { key, value }: Condition): boolean =>
  columnOf(columns, key)?.kind === 'text' ? value.trim() !== '' : isNumber(value);

/** A service reads no more of one filter. */
export const MAX_CONDITIONS = 20;

/** `SPEND.gt.100;CONVERSIONS.eq.0`: the conditions of an address; what is none of the list narrows nothing. */
export function conditionsIn(columns: readonly Column[], text = ''): readonly Condition[] {
  return text
    .split(';')
    .flatMap((part) => {
      const [, key = '', comparison = '', value = ''] = /^(\w+)\.(\w+)\.(.*)$/s.exec(part) ?? [];
      return [{ key, comparison, value: decoded(value) }];
    })
    .filter(
      (condition) =>
        (isMetric(condition.key) || columnOf(columns, condition.key)) &&
        comparisonsOf(columns, condition.key).some(([name]) => name === condition.comparison) &&
        isComplete(columns, condition),
    )
    .slice(0, MAX_CONDITIONS);
}

/** The address of conditions; undefined for none. */
export const conditionsText = (conditions: readonly Condition[]): string | undefined =>
  conditions
    .map(({ key, comparison, value }) => `${key}.${comparison}.${encodeURIComponent(value.trim())}`)
    .join(';') || undefined;

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Rates are typed in per cent, and the service has fractions. */
const PERCENT = 100;
const sent = (metric: MetricName, value: string): string =>
  METRICS[metric].kind === 'percent' ? String(Number((Number(value) / PERCENT).toFixed(8))) : value.trim();

/** The filters of conditions; all of those on figures are one. */
export function conditionFilters<Filter>(
  columns: readonly ConditionColumn<Filter>[],
  conditions: readonly Condition[],
  { days, timezone, currency }: Shown,
) {
  const where = conditions.flatMap(({ key, comparison, value }) =>
    isMetric(key) ? [{ metric: key, [comparison]: sent(key, value) }] : [],
  );
  const others = conditions.flatMap(({ key, comparison, value }) => {
    const column = columnOf(columns, key);
    return column ? [column.filter({ [comparison]: value.trim() })] : [];
  });
  const delivery = { range: { between: days }, timezone, currency, where };
  return [...others, ...(where.length > 0 ? [{ delivery }] : [])];
}

/** A condition in words: `Spend more than $100.00`. */
export function wordsOf(columns: readonly Column[], condition: Condition, currency: string | null): string {
  const { key, comparison, value } = condition;
  const [, compared = comparison] = comparisonsOf(columns, key).find(([name]) => name === comparison) ?? [];
  if (!isMetric(key)) return `${columnOf(columns, key)?.name ?? key} ${compared} ${value}`;
  const { kind } = METRICS[key];
  const hasUnit = kind !== 'money' || currency !== null;
  const amount = Number(kind === 'percent' ? Number(value) / PERCENT : value);
  return `${titleOf(key)} ${lower(compared)} ${hasUnit ? full(amount, kind, currency ?? '') : value}`;
}

/** What a value is typed in, where that is not clear. */
export function unitOf(key: string, currency: string | null): string {
  if (!isMetric(key)) return '';
  const { kind } = METRICS[key];
  return kind === 'percent' ? '%' : kind === 'money' ? (currency ?? 'in each currency') : '';
}
