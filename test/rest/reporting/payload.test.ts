import { beforeAll, describe, expect, test } from 'vitest';
import {
  daysOf,
  localTime,
  ORACLE_RATES,
  type OracleAdvertiser,
  type OracleFact,
  totals,
} from '../../domain/reporting/report/oracle.ts';
import type { TestClient } from '../../support/actors.ts';
import { factRow } from '../../warehouse/support.ts';
import { reportingService } from './support.ts';

/** Each field of the payload by what it does to a report that is made and fetched, against plain sums of the rows. */

const service = await reportingService();
const { system, call, run } = service;
const NEW_YORK = 'America/New_York';
const HOUR_MS = 3_600_000;

let client: TestClient;
const advertisers: OracleAdvertiser[] = [];
const facts: OracleFact[] = [];

beforeAll(async () => {
  client = await service.client();
  const seatCurrency = 'GBP';
  await system.db.seat.update({ where: { id: client.seatId }, data: { currency: seatCurrency } });
  const { id: groupId } = await system.db.accountGroup.findFirstOrThrow({
    where: { seatId: client.seatId },
  });
  const end = Math.floor(system.now().getTime() / HOUR_MS);
  for (const currency of ['USD', 'EUR']) {
    const { ids } = await service.advertiser(client, { currency });
    advertisers.push({ id: ids.advertiserId, seatId: client.seatId, groupId, currency, seatCurrency });
    // Ten weeks back from this hour, so that every period has some, at all hours of a day.
    for (let back = 0; back < 70 * 24; back += 5) {
      const hour = new Date((end - back) * HOUR_MS).toISOString().replace('.000', '');
      const measured = { impressions: back + 1, clicks: back % 7, spend: `${back % 11}.250000` };
      const bids = {
        qualifiedBidRequests: back * 3,
        bidResponses: back % 3 ? back : 0,
        availableBidRequests: 9,
      };
      const row = factRow({ ...ids, ...measured, ...bids, hour, country: back % 2 ? 'US' : 'FR' });
      facts.push({ ...row, conversions: 0, conversionValue: '0', valueCurrency: 'USD' });
    }
  }
  await service.load(facts.map(({ conversions: _, conversionValue: __, valueCurrency: ___, ...row }) => row));
  const day = new Date('2020-01-01');
  await system.db.fxRate.createMany({
    data: ['EUR', 'GBP'].map((currency) => ({ day, currency, usdPerUnit: String(ORACLE_RATES[currency]) })),
  });
});

interface ReportQuery {
  dateTypeId?: number;
  intervalTypeId?: number;
  zone?: string;
  dimensions?: number[];
  metrics?: number[];
  keep?: (fact: OracleFact) => boolean;
  currencyOf?: (advertiser: OracleAdvertiser) => string;
}

type Row = (string | number)[];

/** Money is rounded day by day where it is exchanged, the sums here are not. */
const near = (rows: Row[]) =>
  rows.map((row) => row.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, 3) : cell)));

/** Time, ids and values of the rows that the report must have. */
function expected(query: ReportQuery): Row[] {
  const { dateTypeId = 10, intervalTypeId: interval = 4, zone = NEW_YORK, keep = () => true } = query;
  const { dimensions = [4], metrics = [1, 10002], currencyOf = () => 'USD' } = query;
  const [from, to] = daysOf(dateTypeId, localTime(system.now().toISOString(), zone).day);
  const chosen = facts.filter((fact) => {
    const { day } = localTime(String(fact.hour), zone);
    return day >= from && day <= to && keep(fact);
  });
  const owned = chosen.map((fact) => {
    const advertiser = advertisers.find(({ id }) => id === fact.advertiserId) as OracleAdvertiser;
    return { fact, advertiser, currency: currencyOf(advertiser) };
  });
  return totals(owned, { interval, zone, dimensions, metrics }).map(({ time, ids, values }) => [
    ...(interval === 1 ? [] : [time]),
    ...ids.map(String),
    ...values.map((value) => value ?? 'N/A'),
  ]);
}

/** The rows that the service made, without names. */
async function made(outer: object, option: object = {}, { dimensions = [4] } = {}): Promise<Row[]> {
  const payload = {
    dateTypeId: 10,
    intervalTypeId: 4,
    ...outer,
    reportOption: { dimensionTypeIds: dimensions, metricTypeIds: [1, 10002], ...option },
  };
  const { report, cells } = await run(client, payload);
  expect(report).toMatchObject({ status: 'SUCCESS', numRows: cells.length - 1 });
  const [header = [], ...rows] = cells;
  const keys = header.length - payload.reportOption.metricTypeIds.length;
  const names = new Set(dimensions.map((_, at) => keys - 2 * at - 1));
  return rows.map((row) =>
    row
      .map((cell, at) => (at < keys || cell === 'N/A' ? cell : Number(cell)))
      .filter((_, at) => !names.has(at)),
  );
}

describe('a report of', () => {
  // covers: 3.reporting-payload.datetypeid
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('dateTypeId %i has the rows of its days', async (dateTypeId) => {
    const rows = await made({ dateTypeId, intervalTypeId: 2 });
    expect(rows).toEqual(near(expected({ dateTypeId, intervalTypeId: 2 })));
    if (dateTypeId !== 3 && dateTypeId !== 7) expect(rows.length).toBeGreaterThan(1);
  });

  // covers: 3.reporting-payload.datetypeid, 3.reporting-payload.startdate, 3.reporting-payload.enddate
  test('dateTypeId 11 has the hours from startDate to endDate, both given with the offset of the zone', async () => {
    const hours = [...new Set(facts.map(({ hour }) => String(hour)))].sort();
    const [first = '', last = ''] = [hours[20], hours[40]];
    const local = (hour: string) => localTime(hour, NEW_YORK).stamp;
    const range = { dateTypeId: 11, startDate: local(first), endDate: local(last) };
    const keep = ({ hour }: OracleFact) => String(hour) >= first && String(hour) <= last;
    expect(await made({ ...range, intervalTypeId: 5 })).toEqual(near(expected({ intervalTypeId: 5, keep })));
    const { startDate: _, ...open } = range;
    const refused = await call(client, 'POST', '/extreport/', {
      ...open,
      intervalTypeId: 5,
      reportOption: { metricTypeIds: [1] },
    });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('startDate') } });
  });

  // covers: 3.reporting-payload.intervaltypeid
  test.each([1, 2, 3, 4, 5])('intervalTypeId %i has one row for each interval with data', async (id) => {
    expect(await made({ intervalTypeId: id })).toEqual(near(expected({ intervalTypeId: id })));
  });

  // covers: 3.reporting-payload.timezone
  test('a timezone cuts days there; without one in New York', async () => {
    const timezone = 'Australia/Sydney';
    const sydney = await made({ intervalTypeId: 2 }, { timezone });
    expect(sydney).toEqual(near(expected({ intervalTypeId: 2, zone: timezone })));
    const unset = await made({ intervalTypeId: 2 });
    expect(unset).toEqual(near(expected({ intervalTypeId: 2, zone: NEW_YORK })));
    expect(unset).not.toEqual(sydney);
  });

  // covers: 3.reporting-payload.dimensiontypeids
  test('dimensionTypeIds groups by them; without any by time alone', async () => {
    const dimensions = [19, 4];
    expect(await made({}, {}, { dimensions })).toEqual(near(expected({ dimensions })));
    const alone = await made({}, { dimensionTypeIds: undefined }, { dimensions: [] });
    expect(alone).toEqual(near(expected({ dimensions: [] })));
  });

  // covers: 3.reporting-payload.currency, 3.reporting-payload.currency~2
  test('a currency denomination exchanges money: 1 seat, 2 advertiser, 3 campaign, 4 and none USD', async () => {
    const own = expected({ currencyOf: ({ currency }) => currency });
    const inSeats = expected({ currencyOf: ({ seatCurrency }) => seatCurrency });
    expect(own).not.toEqual(near(expected({})));
    for (const [currency, rows] of [
      [1, inSeats],
      [2, own],
      [3, own],
      [4, expected({})],
    ] as const) {
      expect(await made({ currency })).toEqual(near(rows));
      expect(await made({ currency: currency === 4 ? 2 : 4 }, { currency })).toEqual(near(rows));
    }
    expect(await made({})).toEqual(near(expected({})));
  });

  // covers: 3.reporting-payload.datasource, 3.reporting-payload.metrictypeids
  test('dataSource 15 has the bidding metrics', async () => {
    const metrics = [1, 173, 254, 583, 584];
    const rows = await made({ dataSource: 15 }, { metricTypeIds: metrics });
    expect(rows).toEqual(near(expected({ metrics })));
  });

  // covers: 3.reporting-payload.filteroptions, 3.reporting-payload.accountids
  test('filterOptions and accountIds select the named values, or with isExcluded the others', async () => {
    const [first, second] = advertisers.map(({ id }) => id);
    const filter = (isExcluded: boolean | undefined) => ({
      filterOptions: [{ dimensionTypeId: 19, isExcluded, includeValues: [{ id: 'US', name: 'any' }] }],
    });
    const inUs = ({ country }: OracleFact) => country === 'US';
    for (const [isExcluded, keep] of [
      [undefined, inUs],
      [false, inUs],
      [true, (fact: OracleFact) => !inUs(fact)],
    ] as const)
      expect(await made({}, filter(isExcluded))).toEqual(near(expected({ keep })));
    const ofFirst = expected({ keep: ({ advertiserId }) => advertiserId === first });
    expect(await made({}, { accountIds: [first] })).toEqual(near(ofFirst));
    const both = { dimensionTypeId: 4, includeValues: [{ id: second }] };
    expect(await made({}, { accountIds: [first], filterOptions: [both] })).toEqual([]);
  });

  // covers: 3.reporting-payload.having
  test.each([
    ['and', (value: number, bound: number) => value > bound && value < bound + 2],
    ['or', (value: number, bound: number) => value > bound || value < bound + 2],
    ['not', (value: number, bound: number) => !(value > bound) && !(value < bound + 2)],
    ['greaterThan', (value: number, bound: number) => value > bound && value > bound + 2],
    ['lessThan', (value: number, bound: number) => value < bound && value < bound + 2],
    ['equalTo', (value: number, bound: number) => value === bound && value === bound + 2],
  ])('a having of type %s has the rows that meet it', async (type, holds) => {
    const all = expected({});
    const bound = Number(all[Math.floor(all.length / 2)]?.[2]) - 1;
    const joins = ['and', 'or', 'not'].includes(type);
    const havingSpecs = ['greaterThan', 'lessThan'].map((own, at) => ({
      metricTypeId: 1,
      type: joins ? own : type,
      value: bound + 2 * at,
    }));
    const rows = await made({}, { having: { type, havingSpecs } });
    expect(rows).toEqual(near(all.filter((row) => holds(Number(row[2]), bound))));
  });

  // covers: 3.reporting-payload.limitspec
  test.each(['limitSpec', 'limit'])('%s has the first rows by its columns', async (name) => {
    const byImpressions = expected({}).toSorted((a, b) => Number(b[2]) - Number(a[2]));
    const columns = [{ metricTypeId: 1, direction: 'DESCENDING' }];
    expect(await made({ [name]: { columns, limit: 3, type: 'default' } })).toEqual(
      near(byImpressions.slice(0, 3)),
    );
    const ascending = [{ metricTypeId: 1, direction: 'ASCENDING' }];
    const last = await made({ [name]: { columns: ascending, limit: 1 } });
    expect(last.map((row) => row[2])).toEqual([byImpressions.at(-1)?.[2]]);
  });
});
