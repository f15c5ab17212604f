import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import { valuesOf } from '../../../resources/define/enum-type.ts';
import type { Warehouse } from '../../../warehouse/load.ts';
import type { DerivedDimension, DimensionKey, ReportPlan } from '../../../warehouse/report-plan.ts';
import { wireProfile } from '../../access/identity/wire-profile.ts';
import { MEDIA_TYPE } from '../../campaigns/creative/media-type.ts';
import type { System } from '../../context.ts';
import { parseReport } from './payload/parse.ts';
import type { ReportSpec } from './payload/spec.ts';
import {
  needsRates,
  type PlanMaterial,
  type ReportAdvertiser,
  reportPeriod,
  reportSeats,
  scopeOf,
} from './plan.ts';

/** Reads from the database everything that a report needs, when it starts to run. */
export async function gatherMaterial(
  system: System,
  warehouse: Warehouse,
  report: Report,
): Promise<PlanMaterial> {
  const spec = parseReport(report.payload);
  const period = reportPeriod(spec, report.createdAt);
  const kinds = [...new Set(spec.metrics.flatMap(({ facts }) => facts))];
  const advertisers = await readAdvertisers(system, reportSeats(spec, report.seatId, report.seatIds));
  const scope = scopeOf({ spec, advertisers });
  const [files, countryOfWoeid, rates, names, derived] = await Promise.all([
    warehouse.catalogue.files({ kinds, ...period }),
    readWoeids(system, spec),
    needsRates(spec, scope) ? readRates(system) : [],
    readNames(system, spec, scope),
    readDerived(system, spec, scope),
  ]);
  return {
    spec,
    wire: wireProfile(system.config, report.wire),
    createdAt: report.createdAt,
    advertisers,
    names,
    derived,
    countryOfWoeid,
    files,
    rates,
    rowCap: system.config.reportRowCap,
  };
}

async function readAdvertisers({ db }: System, seatIds: number[]): Promise<ReportAdvertiser[]> {
  const rows = await db.advertiser.findMany({
    where: { seatId: { in: seatIds } },
    select: {
      id: true,
      name: true,
      currency: true,
      seatId: true,
      accountGroupId: true,
      seat: { select: { name: true, currency: true } },
      accountGroup: { select: { name: true } },
    },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ seat, accountGroup, accountGroupId, ...advertiser }) => ({
    ...advertiser,
    seatName: seat.name,
    seatCurrency: seat.currency,
    groupId: accountGroupId,
    groupName: accountGroup.name,
  }));
}

async function readNames(
  system: System,
  spec: ReportSpec,
  scope: ReportPlan['scope'],
): Promise<PlanMaterial['names']> {
  const advertiserIds = scope.map(({ advertiserId }) => advertiserId);
  const named = spec.dimensions.map(async ({ key }) => [key, await namesOf(system, key, advertiserIds)]);
  return Object.fromEntries(await Promise.all(named));
}

async function namesOf(
  { db }: System,
  key: DimensionKey,
  advertiserIds: number[],
): Promise<[number | string, string][]> {
  const select = { id: true, name: true } as const;
  const where = { advertiserId: { in: advertiserIds } };
  const pairs = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }): [number, string] => [id, name]);
  if (key === 'campaign') return pairs(await db.campaign.findMany({ where, select }));
  if (key === 'line') return pairs(await db.line.findMany({ where, select }));
  if (key === 'package') return pairs(await db.package.findMany({ where: { campaign: where }, select }));
  if (key === 'ad') {
    const ads = await db.ad.findMany({
      where: { line: where },
      select: { id: true, creative: { select: { name: true } } },
    });
    return ads.map(({ id, creative }) => [id, creative.name]);
  }
  if (key === 'creative') return pairs(await db.creative.findMany({ where, select }));
  if (key === 'lineType')
    return valuesOf(MEDIA_TYPE).map((word) => [word, `${word[0]}${word.slice(1).toLowerCase()}`]);
  if (key !== 'country') return [];
  const countries = await db.dictionaryEntry.findMany({ where: { list: 'country' } });
  return countries.map(({ value, name }) => [value, name ?? value]);
}

/** Reads the creatives of ads and the types of lines, for a report that groups or filters by them. */
async function readDerived(
  { db }: System,
  { dimensions, filters }: ReportSpec,
  scope: ReportPlan['scope'],
): Promise<DerivedDimension[]> {
  const used = new Set([...dimensions, ...filters.map(({ dimension }) => dimension)].map(({ key }) => key));
  const where = { advertiserId: { in: scope.map(({ advertiserId }) => advertiserId) } };
  const derived: DerivedDimension[] = [];
  if (used.has('creative')) {
    const ads = await db.ad.findMany({ where: { line: where }, select: { id: true, creativeId: true } });
    derived.push({ key: 'creative', values: ads.map(({ id, creativeId }) => [id, creativeId]) });
  }
  if (used.has('lineType')) {
    const lines = await db.line.findMany({ where, select: { id: true, mediaType: true } });
    derived.push({
      key: 'lineType',
      values: lines.flatMap(({ id, mediaType }) => (mediaType === null ? [] : [[id, mediaType]])),
    });
  }
  return derived;
}

/** A country filter can name countries by WOEID, as the targeting interfaces do. */
async function readWoeids({ db }: System, spec: ReportSpec): Promise<Map<string, string>> {
  const ids = spec.filters
    .filter(({ dimension }) => dimension.key === 'country')
    .flatMap((filter) => filter.ids);
  const woeids = ids.map(Number).filter((id) => Number.isInteger(id) && id <= 2_147_483_647);
  if (woeids.length === 0) return new Map();
  const found = await db.location.findMany({ where: { woeid: { in: woeids }, type: 'COUNTRY' } });
  return new Map(found.map(({ woeid, countryCode }) => [String(woeid), countryCode ?? '']));
}

async function readRates({ db }: System): Promise<PlanMaterial['rates']> {
  const rows = await db.fxRate.findMany();
  return rows.map(({ day, currency, usdPerUnit }) => ({
    day: day.toISOString().slice(0, 10),
    currency,
    usdPerUnit: usdPerUnit.toString(),
  }));
}
