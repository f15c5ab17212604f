import type { Scope } from '../../parts/figures/scope.ts';
import { addDays, type Days, startOf } from '../../parts/period/days.ts';
import type { Interval } from '../../parts/period/steps.ts';
import { type Measure, measureOf } from './builder/measures.ts';
import { currencyOf, daysOfReport, type Payload, zoneOf } from './result/contents.ts';

/** What the columns and rows of a report are, by its payload. */
export interface ReportShape {
  readonly measures: readonly Measure[];
  readonly metricCount: number;
  /** The first column is a time. */
  readonly hasTime: boolean;
  /** The report was asked for in an order of metrics. */
  readonly isOrdered: boolean;
  readonly interval: Interval | undefined;
  readonly timeZone: string;
  /** Undefined for all time. */
  readonly days: Days | undefined;
  /** The moment up to which the report can have data. */
  readonly until: string;
  readonly dimensions: readonly { readonly id: number; readonly at: number }[];
  /** The currency of a row's amounts; '' where a row adds up several, or it is not known. */
  readonly currencyOf: (cells: readonly string[]) => string;
  readonly scopeOf: (cells: readonly string[]) => Scope;
  /** The days of a row, where it is about a step. */
  readonly daysOfRow: (cells: readonly string[]) => Pick<Scope, 'from' | 'to' | 'hour'>;
}

export interface Owners {
  readonly seatCurrency: string;
  readonly advertisers: readonly { readonly id: number; readonly currency: string }[];
}

export const COUNTRY = 19;
const [ADVERTISER, PACKAGE] = [4, 149];
const INTERVALS: Readonly<Record<number, Interval>> = { 2: 'DAY', 3: 'MONTH', 4: 'WEEK', 5: 'HOUR' };
const [USD, OF_SEAT] = [4, 1];
/** Those of an object, from the widest to the narrowest. */
const NODES = [
  [ADVERTISER, 'Advertiser'],
  [5, 'Campaign'],
  [6, 'Line'],
  [10001, 'Ad'],
] as const;

const numbersIn = (ids: readonly unknown[] | null | undefined): readonly number[] => (ids ?? []).map(Number);

export function shapeOf(sent: unknown, createdAt: string, owners: Owners): ReportShape {
  const payload = (sent ?? {}) as Payload;
  const { reportOption } = payload;
  const measures = numbersIn(reportOption?.metricTypeIds).map(measureOf);
  const interval = INTERVALS[Number(payload.intervalTypeId)];
  const first = interval ? 1 : 0;
  // An ID and a name each.
  const dimensions = numbersIn(reportOption?.dimensionTypeIds).map((id, index) => ({
    id,
    at: first + index * 2,
  }));
  const atOf = (id: number) => dimensions.find((each) => each.id === id)?.at;
  const timeZone = zoneOf(payload);
  const days = daysOfReport(payload, createdAt);
  return {
    ...{ measures, metricCount: measures.length, hasTime: first === 1, interval, timeZone, dimensions },
    days,
    isOrdered: (payload.limitSpec?.columns ?? []).length > 0,
    daysOfRow: (cells) => (interval ? daysOfStep(cells[0] ?? '', interval, days) : {}),
    until: new Date(Math.floor(Date.parse(createdAt) / 3_600_000) * 3_600_000).toISOString(),
    currencyOf: currencies(payload, owners, atOf(ADVERTISER)),
    scopeOf: (cells) => {
      const nodes = NODES.flatMap(([id, type]) => {
        const value = cells[atOf(id) ?? -1];
        return value ? [`${type}:${value}`] : [];
      });
      return {
        node: nodes.at(-1),
        country: cells[atOf(COUNTRY) ?? -1],
        package: cells[atOf(PACKAGE) ?? -1],
      };
    },
  };
}

function daysOfStep(text: string, interval: Interval, days: Days | undefined) {
  const [day, hour] = [text.slice(0, 10), text.slice(11, 13)];
  if (hour) return { from: day, to: day, hour };
  const after = {
    DAY: () => addDays(day, 1),
    WEEK: () => addDays(day, 7),
    MONTH: () => startOf(addDays(day, 31), 'MONTH'),
    HOUR: () => addDays(day, 1),
  }[interval]();
  const last = addDays(after, -1);
  return {
    from: days && day < days.start ? days.start : day,
    to: days && days.end < last ? days.end : last,
  };
}

function currencies(
  payload: Payload,
  { seatCurrency, advertisers }: Owners,
  at: number | undefined,
): ReportShape['currencyOf'] {
  const denomination = currencyOf(payload);
  if (denomination === USD) return () => 'USD';
  if (denomination === OF_SEAT) return () => seatCurrency;
  const known = new Map(advertisers.map(({ id, currency }) => [String(id), currency]));
  if (at !== undefined) return (cells) => known.get(cells[at] ?? '') ?? '';
  const asked = (payload.reportOption?.advertiserIds ?? []).map(String);
  const [only, ...others] = new Set(
    (asked.length > 0 ? asked : [...known.keys()]).map((id) => known.get(id) ?? ''),
  );
  return () => (others.length === 0 ? (only ?? '') : '');
}
