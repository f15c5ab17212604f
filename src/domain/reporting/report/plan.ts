import type { FactFile } from '../../../warehouse/catalogue.ts';
import type {
  DerivedDimension,
  DimensionKey,
  MetricKey,
  PlanDimension,
  ReportPlan,
} from '../../../warehouse/report-plan.ts';
import type { WireProfile } from '../../access/identity/wire-profile.ts';
import type { Denomination } from './payload/catalogue.ts';
import { headingsOf } from './payload/headings.ts';
import { type Period, periodOf, utcText, zonePieces } from './payload/period.ts';
import type { Filter, ReportSpec } from './payload/spec.ts';
import { denseRates, type FxRow } from './rates/rates.ts';

/** An advertiser that the caller can see, with the columns that a report shows of it. */
export interface ReportAdvertiser {
  id: number;
  name: string;
  currency: string;
  seatId: number;
  seatName: string;
  seatCurrency: string;
  groupId: number;
  groupName: string;
}

export interface PlanMaterial {
  spec: ReportSpec;
  wire: WireProfile;
  /** When the report was created. Today refers to this time, even if the report waits longer. */
  createdAt: Date;
  /** The advertisers of the seats that the report can read. */
  advertisers: ReportAdvertiser[];
  /** Names of campaigns, lines, packages and countries in scope, if the report groups by them. */
  names: Partial<Record<DimensionKey, [number | string, string][]>>;
  /** One for each derived dimension that the report groups or filters by. */
  derived: DerivedDimension[];
  /** Alpha-2 codes of the countries that a filter names by WOEID. */
  countryOfWoeid: ReadonlyMap<string, string>;
  files: FactFile[];
  rates: FxRow[];
  rowCap: number;
}

/** Returns the report's start and end as instants. */
export function reportPeriod(spec: ReportSpec, createdAt: Date): Period {
  if (spec.dateTypeId === 11) return { first: spec.startDate, last: spec.endDate };
  return periodOf(spec.dateTypeId, spec.zone, createdAt);
}

/**
 * Turns a valid payload and what it may read into a plan for the engine, which finds the files at `paths`.
 * @throws MissingRateError
 */
export function reportPlan(material: PlanMaterial, paths: string[]): ReportPlan {
  const { spec, createdAt, rowCap } = material;
  const { first, last } = reportPeriod(spec, createdAt);
  const scope = scopeOf(material);
  const span = spanOf(material, { first, last });
  return {
    files: scope.length === 0 ? [] : paths,
    first: first && utcText(first),
    last: last && utcText(last),
    zone: zonePieces(spec.zone, span.first, span.last),
    interval: spec.interval,
    dimensions: spec.dimensions.map(({ key, name }) => ({
      key,
      headings: headingsOf(name, material.wire),
      names: namesOf(material, key),
    })),
    derived: material.derived,
    metrics: spec.metrics.map(({ key, name }) => ({ key, name })),
    scope,
    filters: factFilters(material),
    having: spec.having,
    order: spec.order,
    limit: spec.limit,
    // One more than allowed, to detect that the limit was exceeded.
    maxRows: rowCap + 1,
    rates: needsRates(spec, scope) ? denseRates(material.rates, scope, span) : [],
  };
}

/** The first and last hour of the files limit a period without an end, and shorten a long one. */
function spanOf({ files, createdAt }: PlanMaterial, { first, last }: Period): { first: Date; last: Date } {
  const from = files.reduce((least, { minHour }) => Math.min(least, minHour.getTime()), createdAt.getTime());
  const to = files.reduce((most, { maxHour }) => Math.max(most, maxHour.getTime()), from);
  const start = Math.max(from, first?.getTime() ?? from);
  return { first: new Date(start), last: new Date(Math.max(start, Math.min(to, last?.getTime() ?? to))) };
}

/** Returns the advertisers whose rows count, with the currency in which their amounts are shown. */
export function scopeOf({
  spec,
  advertisers,
}: Pick<PlanMaterial, 'spec' | 'advertisers'>): ReportPlan['scope'] {
  const accounts = new Set(spec.accountIds);
  return advertisers
    .filter((one) => accounts.size === 0 || accounts.has(String(one.id)))
    .filter((one) => passes(spec.filters, 'advertiser', one.id) && passes(spec.filters, 'group', one.groupId))
    .map((one) => ({
      advertiserId: one.id,
      seatId: one.seatId,
      groupId: one.groupId,
      currency: currencyOf(one, spec.denomination),
    }));
}

function passes(filters: Filter[], key: DimensionKey, id: number): boolean {
  return filters
    .filter(({ dimension }) => dimension.key === key)
    .every(({ ids, excluded }) => ids.includes(String(id)) !== excluded);
}

/** Campaigns have no currency of their own; they use their advertiser's. */
function currencyOf(advertiser: ReportAdvertiser, denomination: Denomination): string {
  if (denomination === 'USD') return 'USD';
  return denomination === 'seat' ? advertiser.seatCurrency : advertiser.currency;
}

const VALUES: readonly MetricKey[] = ['conversionValue', 'returnOnAdSpend'];
const AMOUNTS: readonly MetricKey[] = ['spend', 'costPerMille', 'costPerClick', 'costPerAcquisition'];

/** Spend is stored in US dollars, conversion values in any currency. */
export function needsRates(spec: ReportSpec, scope: ReportPlan['scope']): boolean {
  const keys = spec.metrics.map(({ key }) => key);
  const foreign = scope.some(({ currency }) => currency !== 'USD');
  return keys.some((key) => VALUES.includes(key) || (AMOUNTS.includes(key) && foreign));
}

function factFilters({ spec, countryOfWoeid }: PlanMaterial): ReportPlan['filters'] {
  return spec.filters.flatMap(({ dimension: { key }, excluded, ids }): ReportPlan['filters'] => {
    if (key === 'country') {
      return [{ key, excluded, ids: ids.map((id) => countryOfWoeid.get(id) ?? id.toUpperCase()) }];
    }
    if (key === 'lineType') return [{ key, excluded, ids }];
    // The scope has applied these.
    if (key === 'advertiser' || key === 'seat' || key === 'group') return [];
    // No object has an ID beyond 32 bits.
    return [{ key, excluded, ids: ids.map(Number).filter((id) => id > 0 && id <= 2_147_483_647) }];
  });
}

function namesOf({ advertisers, names }: PlanMaterial, key: DimensionKey): PlanDimension['names'] {
  const unique = (pairs: [number, string][]) => [...new Map(pairs)];
  if (key === 'advertiser') return advertisers.map(({ id, name }) => [id, name]);
  if (key === 'seat') return unique(advertisers.map(({ seatId, seatName }) => [seatId, seatName]));
  if (key === 'group') return unique(advertisers.map(({ groupId, groupName }) => [groupId, groupName]));
  return names[key] ?? [];
}

/**
 * Returns the seats that a report reads: the current one, or those that its seat filters select. A seat that the user
 * does not belong to is treated as one that does not exist.
 */
export function reportSeats(spec: ReportSpec, seatId: number, seatIds: readonly number[]): number[] {
  const seatFilters = spec.filters.filter(({ dimension }) => dimension.key === 'seat');
  if (seatFilters.length === 0) return [seatId];
  return seatIds.filter((id) => passes(seatFilters, 'seat', id));
}
