import type { FactRow } from '../../../warehouse/support.ts';

/** A fact as the oracle adds it up: money in millionths. */
export interface OracleFact extends FactRow {
  conversions: number;
  conversionValue: string;
  valueCurrency: string;
}

export interface OracleAdvertiser {
  id: number;
  seatId: number;
  groupId: number;
  currency: string;
  seatCurrency: string;
}

export const ORACLE_RATES: Record<string, number> = { USD: 1, EUR: 1.0837, JPY: 0.0067, GBP: 1.2711 };

type Key = string | number;
export interface OracleRow {
  time: string;
  ids: Key[];
  /** null is a ratio without a denominator. */
  values: (number | null)[];
}

/** The local wall clock of an hour, from the runtime's own calendar and not from the service's code. */
export function localTime(hour: string, zone: string): { day: string; stamp: string } {
  const key = `${zone} ${hour}`;
  const known = localTimes.get(key);
  if (known) return known;
  const parts = formatter(zone).formatToParts(new Date(hour));
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const day = `${get('year')}-${get('month')}-${get('day')}`;
  const offset = get('timeZoneName').replace('GMT', '') || '+00:00';
  const local = { day, stamp: `${day}T${get('hour')}:${get('minute')}:${get('second')}${offset}` };
  localTimes.set(key, local);
  return local;
}

const localTimes = new Map<string, { day: string; stamp: string }>();

const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  formatters.set(zone, made);
  return made;
}

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

/** First and last local day of a date type, by its name in the specification. */
export function daysOf(dateTypeId: number, today: string): [string, string] {
  const monday = mondayOf(today);
  const lastMonth = addDays(firstOfMonth(today), -1);
  const table: Record<number, [string, string]> = {
    1: [today, today],
    2: [addDays(today, -1), addDays(today, -1)],
    3: [monday, today],
    4: [addDays(today, -7), addDays(today, -1)],
    5: [addDays(monday, -7), addDays(monday, -1)],
    6: [addDays(today, -14), addDays(today, -1)],
    7: [firstOfMonth(today), today],
    8: [addDays(today, -30), addDays(today, -1)],
    9: [firstOfMonth(lastMonth), lastMonth],
    10: ['0000', '9999'],
  };
  return table[dateTypeId] ?? ['', ''];
}

export function bucket(interval: number, hour: string, zone: string): string {
  const { day, stamp } = localTime(hour, zone);
  if (interval === 1) return '';
  if (interval === 2) return day;
  if (interval === 3) return firstOfMonth(day);
  return interval === 4 ? mondayOf(day) : stamp;
}

const ID_OF: Record<number, (fact: OracleFact, advertiser: OracleAdvertiser) => Key> = {
  4: (fact) => fact.advertiserId,
  5: (fact) => fact.campaignId,
  6: (fact) => fact.lineId,
  149: (fact) => fact.packageId,
  19: (fact) => fact.country,
  56: (_, advertiser) => advertiser.seatId,
  64: (_, advertiser) => advertiser.groupId,
  10002: ({ adId = '' }) => (adId === '' ? '' : creativeOf(Number(adId))),
  10003: ({ lineId }) => typeOf(Number(lineId)),
};

/** Ads share creatives, and every third line has no type. */
export const creativeOf = (adId: number): number => 7000 + (adId % 4);
export const typeOf = (lineId: number): string => ['DISPLAY', 'VIDEO', ''][lineId % 3] ?? '';

export const idOf = (dimension: number, fact: OracleFact, advertiser: OracleAdvertiser): Key =>
  (ID_OF[dimension] as (typeof ID_OF)[number])(fact, advertiser);

interface Sums {
  impressions: number;
  clicks: number;
  spend: number;
  qualified: number;
  responses: number;
  available: number;
  conversions: number;
  value: number;
}

const ratio = (top: number, bottom: number) => (bottom === 0 ? null : top / bottom);
const VALUE_OF: Record<number, (sums: Sums) => number | null> = {
  1: (sums) => sums.impressions,
  173: (sums) => sums.qualified,
  254: (sums) => sums.responses,
  583: (sums) => sums.available,
  584: (sums) => ratio(sums.impressions, sums.responses),
  10001: (sums) => sums.clicks,
  10002: (sums) => sums.spend,
  10003: (sums) => sums.conversions,
  10004: (sums) => sums.value,
  10005: (sums) => ratio(sums.value, sums.spend),
};

/** Groups facts that were already chosen; the currency of each row's money is the caller's. */
export function totals(
  facts: { fact: OracleFact; advertiser: OracleAdvertiser; currency: string }[],
  query: { interval: number; zone: string; dimensions: number[]; metrics: number[] },
): OracleRow[] {
  const groups = new Map<string, { row: OracleRow; sums: Sums; instant: string }>();
  for (const { fact, advertiser, currency } of facts) {
    const time = bucket(query.interval, String(fact.hour), query.zone);
    const ids = query.dimensions.map((dimension) => idOf(dimension, fact, advertiser));
    const key = JSON.stringify([time, ids]);
    const empty = {
      impressions: 0,
      clicks: 0,
      spend: 0,
      qualified: 0,
      responses: 0,
      available: 0,
      conversions: 0,
      value: 0,
    };
    const group = groups.get(key) ?? {
      row: { time, ids, values: [] },
      sums: empty,
      instant: String(fact.hour),
    };
    groups.set(key, group);
    const rate = ORACLE_RATES[currency] ?? 1;
    group.sums.impressions += Number(fact.impressions);
    group.sums.clicks += Number(fact.clicks);
    group.sums.spend += Number(fact.spend) / rate;
    group.sums.qualified += Number(fact.qualifiedBidRequests);
    group.sums.responses += Number(fact.bidResponses);
    group.sums.available += Number(fact.availableBidRequests);
    group.sums.conversions += fact.conversions;
    group.sums.value += (Number(fact.conversionValue) * (ORACLE_RATES[fact.valueCurrency] ?? 1)) / rate;
  }
  const rows = [...groups.values()].map(({ row, sums, instant }) => ({
    ...row,
    instant,
    values: query.metrics.map((metric) => (VALUE_OF[metric] as (typeof VALUE_OF)[number])(sums)),
  }));
  const order = (a: (typeof rows)[number], b: (typeof rows)[number]) => {
    const [left, right] = query.interval === 5 ? [a.instant, b.instant] : [a.time, b.time];
    return (
      compare(left, right) || a.ids.reduce((sign: number, id, at) => sign || compare(id, b.ids[at] ?? ''), 0)
    );
  };
  return rows.toSorted(order).map(({ time, ids, values }) => ({ time, ids, values }));
}

/** Numbers by value, text by code point, and what is empty last. */
function compare(a: Key, b: Key): number {
  if (a === b) return 0;
  if (a === '') return 1;
  if (b === '') return -1;
  return a < b ? -1 : 1;
}
