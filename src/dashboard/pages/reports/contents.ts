import { daysOf, type RangeName, startOf, today } from '../overview/ranges.ts';
import { CHOSEN_DAYS, COMPARISONS, DEFAULT_CURRENCY, DENOMINATIONS, type Entry } from './choices.ts';
import { DEFAULT_ZONE } from './zones.ts';

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
interface Payload {
  readonly dateTypeId?: unknown;
  readonly startDate?: unknown;
  readonly endDate?: unknown;
  readonly currency?: unknown;
  readonly limitSpec?: { readonly limit?: unknown } | null;
  readonly reportOption?: Option | null;
}
interface Option {
  readonly timezone?: unknown;
  readonly currency?: unknown;
  readonly advertiserIds?: readonly unknown[] | null;
  readonly metricTypeIds?: readonly unknown[] | null;
  readonly filterOptions?: readonly Filter[] | null;
  readonly having?: {
    readonly metricTypeId?: unknown;
    readonly type?: unknown;
    readonly value?: unknown;
  } | null;
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

const zoneOf = ({ reportOption }: Payload): string => String(reportOption?.timezone ?? DEFAULT_ZONE);

const currencyOf = ({ currency, reportOption }: Payload): number =>
  Number(reportOption?.currency ?? currency ?? DEFAULT_CURRENCY);

/** Metrics whose rows add up, and those of them that are amounts. Averages and rates do not. */
const COUNTS: readonly unknown[] = [1, 173, 254, 583, 10001, 10003, 10010];
const AMOUNTS: readonly unknown[] = [10002, 10004];

/** For each metric of a report whether the sum of its rows is its total: amounts of several currencies have none. */
export function summable(sent: unknown): readonly boolean[] {
  const payload = (sent ?? {}) as Payload;
  const isOneCurrency = [1, DEFAULT_CURRENCY].includes(currencyOf(payload));
  return (payload.reportOption?.metricTypeIds ?? []).map(
    (id) => COUNTS.includes(Number(id)) || (isOneCurrency && AMOUNTS.includes(Number(id))),
  );
}

/** The days that a report is about: a range that moves is that of the day on which the report was made. */
export function daysIn(payload: Payload, createdAt: string): string {
  const { dateTypeId, startDate, endDate } = payload;
  const id = Number(dateTypeId);
  const between = (start: string, end: string) => (start === end ? start : `${start} to ${end}`);
  if (id === ALL_TIME) return 'All';
  if (id === CHOSEN_DAYS) return between(String(startDate).slice(0, 10), String(endDate).slice(0, 10));
  const day = today(zoneOf(payload), Date.parse(createdAt));
  if (id === THIS_WEEK) return between(startOf(day, 'WEEK'), day);
  const name = NAMES[id];
  if (!name) return '–';
  const { start, end } = daysOf(name, day);
  return between(start, end);
}

/** What a report counts, and how: for whoever compares its figures with others. */
export function contentsOf(sent: unknown, createdAt: string, catalog: Catalog) {
  const payload = (sent ?? {}) as Payload;
  const { limitSpec, reportOption } = payload;
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
        `${nameIn(catalog.dimensions, dimensionTypeId)} ${isExcluded ? 'not ' : ''}${(includeValues ?? []).map(({ id }) => id).join(', ')}`,
    ),
    ...(having?.type
      ? [
          `${nameIn(catalog.metrics, having.metricTypeId)} ${COMPARISONS.find(([type]) => type === having.type)?.[1] ?? ''} ${having.value}`,
        ]
      : []),
  ];
  return [
    ['Days', daysIn(payload, createdAt)],
    ['Time zone', zoneOf(payload)],
    ['Currency', currency],
    ...(filters.length > 0 ? [['Filters', filters.join('; ')] as const] : []),
    ...(limitSpec?.limit ? [['Row limit', String(limitSpec.limit)] as const] : []),
  ] as const;
}
