import { days as daysText } from '../../../parts/format.ts';
import { type Days, daysOf, type RangeName, startOf, today } from '../../../parts/period/days.ts';
import { zoneText } from '../../../parts/period/zone-text.ts';
import { lower } from '../../../parts/words.ts';
import { CHOSEN_DAYS, COMPARISONS, DEFAULT_CURRENCY, DENOMINATIONS, type Entry } from '../builder/choices.ts';
import { DEFAULT_ZONE } from '../zones.ts';

const [THIS_WEEK, ALL_TIME] = [3, 10];
const NAMES: Readonly<Record<number, RangeName>> = {
  1: 'TODAY',
  2: 'YESTERDAY',
  4: 'LAST_7_DAYS',
  5: 'LAST_WEEK',
  6: 'LAST_14_DAYS',
  7: 'MONTH_TO_DATE',
  8: 'LAST_30_DAYS',
  9: 'LAST_MONTH',
  10001: 'LAST_90_DAYS',
  10002: 'LAST_365_DAYS',
};

/** What a report was asked for, as it was sent. */
export interface Payload {
  readonly intervalTypeId?: unknown;
  readonly dateTypeId?: unknown;
  readonly startDate?: unknown;
  readonly endDate?: unknown;
  readonly currency?: unknown;
  readonly limitSpec?: {
    readonly limit?: unknown;
    readonly columns?: readonly { readonly metricTypeId?: unknown; readonly direction?: unknown }[] | null;
  } | null;
  readonly reportOption?: Option | null;
}
interface Option {
  readonly timezone?: unknown;
  readonly currency?: unknown;
  readonly advertiserIds?: readonly unknown[] | null;
  readonly dimensionTypeIds?: readonly unknown[] | null;
  readonly metricTypeIds?: readonly unknown[] | null;
  readonly filterOptions?: readonly Filter[] | null;
  readonly having?: Bound | null;
}
interface Bound {
  readonly metricTypeId?: unknown;
  readonly type?: unknown;
  readonly value?: unknown;
  readonly havingSpecs?: readonly Bound[] | null;
}
interface Filter {
  readonly dimensionTypeId?: unknown;
  readonly isExcluded?: unknown;
  readonly includeValues?: readonly { readonly id?: unknown }[] | null;
}

interface Catalog {
  readonly dimensions: readonly Entry[];
  readonly metrics: readonly Entry[];
  readonly advertisers: readonly Entry[];
}

export const zoneOf = ({ reportOption }: Payload): string => String(reportOption?.timezone ?? DEFAULT_ZONE);

export const currencyOf = ({ currency, reportOption }: Payload): number =>
  Number(reportOption?.currency ?? currency ?? DEFAULT_CURRENCY);

/** The days that a report is about, undefined for all; a range that moves is that of the day on which it was made. */
export function daysOfReport(payload: Payload, createdAt: string): Days | undefined {
  const { dateTypeId, startDate, endDate } = payload;
  const id = Number(dateTypeId);
  if (id === CHOSEN_DAYS) return { start: String(startDate).slice(0, 10), end: String(endDate).slice(0, 10) };
  const day = today(zoneOf(payload), Date.parse(createdAt));
  if (id === THIS_WEEK) return { start: startOf(day, 'WEEK'), end: day };
  const name = NAMES[id];
  return name && daysOf(name, day);
}

/** They as they are shown. */
export function daysIn(payload: Payload, createdAt: string): string {
  const days = daysOfReport(payload, createdAt);
  if (!days) return Number(payload.dateTypeId) === ALL_TIME ? 'All' : '–';
  return daysText(days.start, days.end);
}

/** Which rows a limit leaves: `10 with the most impressions`. */
function limitText({ limitSpec }: Payload, nameOf: (id: unknown) => string): string | undefined {
  if (!limitSpec?.limit) return undefined;
  const orders = (limitSpec.columns ?? []).map(
    ({ metricTypeId, direction }) =>
      `${/^desc/i.test(String(direction)) ? 'most' : 'least'} ${lower(nameOf(metricTypeId))}`,
  );
  const limit = String(limitSpec.limit);
  return orders.length > 0
    ? `The ${limit} rows with the ${orders.join(', then the ')}`
    : `The first ${limit} rows by time and groups`;
}

/** What a report counts, and how: for whoever compares its figures with others. */
export function contentsOf(
  sent: unknown,
  createdAt: string,
  catalog: Catalog,
  nameOf: (dimension: number, id: string) => string = (_, id) => id,
) {
  const payload = (sent ?? {}) as Payload;
  const { reportOption } = payload;
  const { advertiserIds, filterOptions, having } = reportOption ?? {};
  const nameIn = (entries: readonly Entry[], id: unknown) =>
    entries.find((entry) => entry.id === Number(id))?.name ?? String(id);
  const currency = DENOMINATIONS[currencyOf(payload)] ?? '–';
  const filters = [
    ...(advertiserIds?.length
      ? [`Advertiser ${advertiserIds.map((id) => nameIn(catalog.advertisers, id)).join(', ')}`]
      : []),
    ...(filterOptions ?? []).map(
      ({ dimensionTypeId, isExcluded, includeValues }) =>
        `${nameIn(catalog.dimensions, dimensionTypeId)} ${isExcluded ? 'not ' : ''}${(includeValues ?? []).map(({ id }) => nameOf(Number(dimensionTypeId), String(id))).join(', ')}`,
    ),
    ...(having?.havingSpecs ?? (having?.type ? [having] : [])).map(
      ({ metricTypeId, type, value }) =>
        `${nameIn(catalog.metrics, metricTypeId)} ${COMPARISONS.find(([known]) => known === type)?.[1] ?? ''} ${value}`,
    ),
  ];
  const limit = limitText(payload, (id) => nameIn(catalog.metrics, id));
  return [
    ['Days', daysIn(payload, createdAt)],
    ['Time zone', zoneText(zoneOf(payload))],
    ['Currency', currency],
    ...(filters.length > 0 ? [['Filters', filters.join('; ')] as const] : []),
    ...(limit ? [['Row limit', limit] as const] : []),
  ] as const;
}

/** The values that a report is limited to, by their dimensions. */
export const filtersIn = (sent: unknown) =>
  (((sent ?? {}) as Payload).reportOption?.filterOptions ?? []).map(({ dimensionTypeId, includeValues }) => ({
    dimension: Number(dimensionTypeId),
    values: (includeValues ?? []).map(({ id }) => String(id)),
  }));
