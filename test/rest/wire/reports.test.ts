import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { exportConversions } from '../../../src/domain/reporting/report/export-conversions.ts';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { inGraphqlNames } from '../../support/graphql-names.ts';
import { csvOf } from '../../warehouse/support.ts';
import { createTree, type WireCaller, wireTest } from './support.ts';

/**
 * Entries "IDs and names of metrics and dimensions", "Metrics and dimensions without data", "Report status and
 * requestPayload", "Headings of report files".
 */

const test = await wireTest();
const { dataDir } = test.system.config;
const worker = await startWorker({ system: test.system });
afterAll(() => worker.stop());
const warehouse = await openWarehouse(test.system);
const { observed, documented } = await test.pair();
const { advertiserId, orderId: campaignId, lineId } = await createTree(documented);
const facts = join(dataDir, 'wire-facts.csv');
const fact = { hour: '2026-01-10T12:00:00Z', advertiserId, campaignId, lineId };
await writeFile(facts, csvOf([{ ...fact, impressions: 100, clicks: 7, spend: 2.5 }]));
await loadFacts(warehouse, { file: facts });

const payload = (reportOption: object) => ({
  reportOption: { timezone: 'Etc/GMT', currency: 4, accountIds: [advertiserId], ...reportOption },
  intervalTypeId: 2,
  dateTypeId: 11,
  startDate: '2026-01-01T00:00:00Z',
  endDate: '2026-01-31T23:59:59Z',
});
const idsOf = (metricTypeIds: unknown[], dimensionTypeIds: unknown[] = [4, 5]) =>
  payload({ metricTypeIds, dimensionTypeIds });

async function finished(caller: WireCaller, customerReportId: string) {
  for (let round = 0; round < 300; round += 1) {
    const { body } = await caller.get(`/extreport/${customerReportId}`);
    if (/^(success|failed)$/i.test(body.status)) return body;
    await sleep(50);
  }
  throw new Error('the report never finished');
}
async function run(caller: WireCaller, body: object) {
  const created = await caller.post('/extreport/', body);
  expect(created.status).toBe(200);
  const report = await finished(caller, created.body.customerReportId);
  const file = await test.app.inject(new URL(report.url).pathname + new URL(report.url).search);
  return { created, report, lines: file.body.trim().split('\r\n') };
}

/** Two ads of a video line, and conversions of the line, a month later. */
const { db, pool } = test.system;
const owner = { seatId: observed.client.seatId, advertiserId };
await db.line.update({ where: { id: lineId }, data: { mediaType: 'VIDEO' } });
const creativeIds: number[] = [];
const adIds: number[] = [];
for (const name of ['First', 'Second']) {
  const creative = await db.creative.create({ data: { ...owner, name, mediaType: 'VIDEO' } });
  creativeIds.push(creative.id);
  const data = { seatId: owner.seatId, lineId, creativeId: creative.id, status: 'ACTIVE' };
  adIds.push((await db.ad.create({ data })).id);
}
const later = join(dataDir, 'wire-facts-of-ads.csv');
const [adOne = 0, adTwo = 0] = adIds;
await writeFile(
  later,
  csvOf([
    { ...fact, hour: '2026-02-10T12:00:00Z', adId: adOne, impressions: 100, clicks: 7, spend: 2.5 },
    { ...fact, hour: '2026-02-11T12:00:00Z', adId: adTwo, impressions: 300, clicks: 1, spend: 1.5 },
  ]),
);
await loadFacts(warehouse, { file: later });
await pool.query(
  `INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id,
     campaign_id, line_id, ad_id, et, gv, gc)
   SELECT gen_random_uuid(), $1, 'dp', 'order-' || n, $2, 'c', 'v', $3, $4, $5, $6, $2, 5, 'USD'
   FROM generate_series(1, 2) n`,
  [owner.seatId, '2026-02-10T12:30:00Z', advertiserId, campaignId, lineId, adOne],
);
await exportConversions(test.system, warehouse);

interface StoredPayload {
  readonly reportOption: { readonly having: { readonly havingSpecs: { readonly metricTypeId: number }[] } };
  readonly limit: { readonly columns: { readonly metricTypeId: number }[] };
}

/** The payload as it is stored: with the IDs of this service. */
async function storedPayload(customerReportId: string): Promise<StoredPayload> {
  const { payload } = await db.report.findUniqueOrThrow({ where: { customerReportId } });
  return payload as unknown as StoredPayload;
}

describe('observed', () => {
  it('plays a report: status values, ids, headings, and what is dropped is named', async () => {
    const { created, report, lines } = await run(observed, idsOf([1, 2, 44, 25, 23, 138], [4, 5, 9, 34]));
    expect(created.body.status).toBe('Submitted');
    expect(created.headers['x-ignored-fields']).toBe(
      [
        'reportOption.metricTypeIds[3]=25',
        'reportOption.dimensionTypeIds[2]=9',
        'reportOption.dimensionTypeIds[3]=34',
      ].join(','),
    );
    expect(created.body).not.toHaveProperty('ignoredIds');
    expect(report).toMatchObject({ status: 'Success', numRows: 1, reportFormat: 'CSV' });
    expect(report.ignoredIds).toEqual({ metricTypeIds: [25], dimensionTypeIds: [9, 34] });
    expect(JSON.parse(report.requestPayload)).toMatchObject({
      reportOption: { metricTypeIds: [1, 2, 44, 23, 138], dimensionTypeIds: [4, 5] },
    });
    expect(lines[0]).toBe(
      'Day,Advertiser Id,Advertiser Name,Campaign Id,Campaign Name,Impressions,Clicks,Spend,Conversions,Return On Ad Spend',
    );
    expect(lines[1]).toMatch(new RegExp(`^2026-01-10,${advertiserId},.*,100,7,2\\.500000,0,`));
  });

  it.each([
    ['CLICKS', 1],
    ['IMPRESSIONS', 0],
    [2, 1],
    [10001, 1],
  ])('having takes %s', async (metricTypeId, rows) => {
    const having = { type: 'and', havingSpecs: [{ type: 'lessThan', metricTypeId, value: '50' }] };
    const { report } = await run(observed, payload({ metricTypeIds: [1, 2], dimensionTypeIds: [5], having }));
    expect(report.numRows).toBe(rows);
    expect(JSON.parse(report.requestPayload).reportOption.having.havingSpecs[0].metricTypeId).toBe(
      metricTypeId === 'IMPRESSIONS' ? 1 : 2,
    );
  });

  it('limitSpec sorts by their ids too', async () => {
    const limitSpec = { columns: [{ metricTypeId: 44, direction: 'DESCENDING' }], limit: 1 };
    const { report } = await run(observed, { ...idsOf([1, 44]), limitSpec });
    expect(report.numRows).toBe(1);
  });

  it('a report with IDs without data along with others is made without them', async () => {
    const options = { metricTypeIds: [1, 25, 26, 25, 109], dimensionTypeIds: [1, 9, 34, 39, 47, 5] };
    const { created, report, lines } = await run(observed, payload(options));
    expect(String(created.headers['x-ignored-fields']).split(',')).toHaveLength(9);
    expect(report.ignoredIds).toEqual({ metricTypeIds: [25, 26, 109], dimensionTypeIds: [1, 9, 34, 39, 47] });
    expect(lines[0]).toBe('Day,Campaign Id,Campaign Name,Impressions');
    const { report: complete } = await run(observed, idsOf([1, 2, 10006], [4, 5, 10001]));
    expect(complete).not.toHaveProperty('ignoredIds');
  });

  const THEIRS = [
    { id: 2, name: 'CLICKS', heading: 'Clicks', cell: '8' },
    { id: 11, name: 'CTR', heading: 'Click Rate', cell: '0.020000' },
    { id: 23, name: 'CONVERSION', heading: 'Conversions', cell: '2' },
    { id: 41, name: 'CPC', heading: 'Cost Per Click', cell: '0.500000' },
    { id: 43, name: 'CPA', heading: 'Cost Per Acquisition', cell: '2.000000' },
    { id: 44, name: 'ADVERTISER_SPENDING', heading: 'Spend', cell: '4.000000' },
    { id: 45, name: 'ADVERTISER_ECPM', heading: 'Cost Per Mille', cell: '10.000000' },
    { id: 110, name: 'CLICK_THROUGH_CONVERSION', heading: 'Click Through Conversions', cell: '2' },
    { id: 137, name: 'CONVERSION_VALUE', heading: 'Conversion Value', cell: '10.000000' },
    { id: 138, name: 'ROAS', heading: 'Return On Ad Spend', cell: '2.500000' },
  ];
  const cumulative = (reportOption: object, outer: object = {}) => ({
    ...payload({ dimensionTypeIds: [5], ...reportOption }),
    startDate: '2026-02-01T00:00:00Z',
    endDate: '2026-02-28T23:59:59Z',
    intervalTypeId: 1,
    ...outer,
  });
  const metricTypeIds = THEIRS.map(({ id }) => id);

  it('metrics of their IDs are sums, and ratios of these sums', async () => {
    const { report, lines } = await run(observed, cumulative({ metricTypeIds }));
    expect(lines[0]).toBe(`Campaign Id,Campaign Name,${THEIRS.map(({ heading }) => heading).join(',')}`);
    expect(lines[1]).toMatch(new RegExp(`,${THEIRS.map(({ cell }) => cell).join(',')}$`));
    expect(JSON.parse(report.requestPayload).reportOption.metricTypeIds).toEqual(metricTypeIds);
  });

  it('a ratio without a denominator is N/A', async () => {
    const { lines } = await run(observed, idsOf([11, 41, 43, 45], [6]));
    expect(lines[1]).toMatch(/,0\.070000,0\.357143,N\/A,25\.000000$/);
  });

  it('having takes their names and IDs, and limit sorts by them', async () => {
    const above = (metricTypeId: unknown, value: string) => ({ type: 'greaterThan', metricTypeId, value });
    const each = THEIRS.flatMap(({ id, name }) => [id, name]);
    const every = {
      having: { type: 'or', havingSpecs: each.map((metricTypeId) => above(metricTypeId, '1')) },
      limit: { columns: each.map((metricTypeId) => ({ metricTypeId, direction: 'ASCENDING' })), limit: 5 },
    };
    const { report: all } = await run(
      observed,
      cumulative({ metricTypeIds, having: every.having }, { limit: every.limit }),
    );
    const idsIn = ({ reportOption, limit }: StoredPayload) =>
      [reportOption.having.havingSpecs, limit.columns].map((uses) => uses.map((use) => use.metricTypeId));
    const twice = (ids: number[]) => ids.flatMap((id) => [id, id]);
    const ours = [10001, 10006, 10003, 10008, 10009, 10002, 10007, 10010, 10004, 10005];
    expect(idsIn(await storedPayload(all.customerReportId))).toEqual([twice(ours), twice(ours)]);
    expect(idsIn(JSON.parse(all.requestPayload))).toEqual([twice(metricTypeIds), twice(metricTypeIds)]);
    const having = { type: 'and', havingSpecs: [above('CTR', '0.019'), above('ADVERTISER_ECPM', '9.9')] };
    expect((await run(observed, cumulative({ metricTypeIds, having }))).report.numRows).toBe(1);
    const none = { type: 'and', havingSpecs: [above('CTR', '2')] };
    expect((await run(observed, cumulative({ metricTypeIds, having: none }))).report.numRows).toBe(0);
    const columns = [{ metricTypeId: 11, direction: 'ASCENDING' }];
    const sorted = await run(
      observed,
      cumulative({ metricTypeIds: [11], dimensionTypeIds: [7] }, { limit: { columns, limit: 1 } }),
    );
    expect(sorted.lines).toEqual(['Ad Id,Ad Name,Click Rate', `${adIds[1]},Second,0.003333`]);
  });

  it('dimensions of their IDs are the ad, its creative, and the type of the line', async () => {
    const { report, lines } = await run(
      observed,
      cumulative({ metricTypeIds: [1], dimensionTypeIds: [63, 8, 7] }),
    );
    expect(lines).toEqual([
      'Line Type Id,Line Type Name,Creative Id,Creative Name,Ad Id,Ad Name,Impressions',
      `VIDEO,Video,${creativeIds[0]},First,${adIds[0]},First,100`,
      `VIDEO,Video,${creativeIds[1]},Second,${adIds[1]},Second,300`,
    ]);
    expect(JSON.parse(report.requestPayload).reportOption.dimensionTypeIds).toEqual([63, 8, 7]);
  });

  it.each([
    ['an ad', 7, () => adIds[0], 100],
    ['a creative', 8, () => creativeIds[1], 300],
    ['a line type', 63, () => 'video', 400],
    ['another line type', 63, () => 'NATIVE', undefined],
  ])('a filter by %s takes their ID', async (_what, dimensionTypeId, id, impressions) => {
    const filterOptions = [{ dimensionTypeId, isExcluded: false, includeValues: [{ id: id() }] }];
    const { lines } = await run(observed, cumulative({ metricTypeIds: [1], filterOptions }));
    expect(lines[1]?.split(',').at(-1)).toBe(impressions === undefined ? undefined : String(impressions));
  });

  it.each([
    [
      'no metric has data',
      idsOf([25, 26, 26]),
      'reportOption.metricTypeIds must have an ID with data; these have none: 25, 26',
    ],
    [
      'no dimension has data',
      idsOf([1], [34, 47]),
      'reportOption.dimensionTypeIds must have an ID with data; these have none: 34, 47',
    ],
    [
      'a filter names a dimension without data',
      payload({ metricTypeIds: [1], filterOptions: [{ dimensionTypeId: 34, includeValues: [{ id: 1 }] }] }),
      'reportOption.filterOptions[0].dimensionTypeId',
    ],
    [
      'a condition uses a metric without data',
      payload({ metricTypeIds: [1, 25], having: { type: 'greaterThan', metricTypeId: 25, value: 1 } }),
      'reportOption.having.metricTypeId must be a metric with data; 25 has none',
    ],
    [
      'a sort column uses a metric without data',
      { ...idsOf([1, 25]), limit: { columns: [{ metricTypeId: 25, direction: 'ASCENDING' }], limit: 1 } },
      'limit.columns[0].metricTypeId must be a metric with data; 25 has none',
    ],
    [
      'a filter names an unknown line type',
      payload({
        metricTypeIds: [1],
        filterOptions: [{ dimensionTypeId: 63, includeValues: [{ id: 'TV' }] }],
      }),
      'reportOption.filterOptions[0].includeValues[0].id must be one of DISPLAY, VIDEO, NATIVE',
    ],
    [
      'there are more IDs than a list can have',
      idsOf(Array.from({ length: 101 }, (_, at) => 20_000 + at)),
      'reportOption.metricTypeIds must have at most 100 items',
    ],
    ['a metric is no number', idsOf([1, 'x']), 'reportOption.metricTypeIds[1]'],
    [
      'having names a metric that is not requested',
      payload({ metricTypeIds: [1], having: { type: 'equalTo', metricTypeId: 2, value: 1 } }),
      'having',
    ],
    ['there is no payload', [], 'payload'],
  ])('is refused when %s', async (_why, body, named) => {
    const { status, body: refusal } = await observed.post('/extreport', body);
    expect(status).toBe(400);
    expect(refusal).toMatchObject({ errorCode: 'E0078', message: expect.stringContaining(named) });
  });

  it('a report that it creates through GraphQL has the documented headings', async () => {
    const { made } = await observed.graphql(
      `mutation ($input: CreateReportInput!) { made: createReport(input: $input) {
        ... on CreateReportPayload { report { customerReportId } } } }`,
      { input: inGraphqlNames('CreateReportInput', { ...idsOf([1], [5]), intervalTypeId: 1 }) },
    );
    const { url } = await finished(observed, made.report.customerReportId);
    const { body } = await test.app.inject(new URL(url).pathname + new URL(url).search);
    expect(body).toMatch(/^Campaign Id,Campaign,Impressions\r\n/);
  });
});

describe('documented', () => {
  it('keeps its status values, payload and headings', async () => {
    const { created, report, lines } = await run(documented, idsOf([1, 10001], [5]));
    expect(created.body.status).toBe('SUBMITTED');
    expect(report).toMatchObject({ status: 'SUCCESS', requestPayload: { dateTypeId: 11 } });
    expect(report).not.toHaveProperty('ignoredIds');
    expect(lines[0]).toBe('Day,Campaign Id,Campaign,Impressions,Clicks');
  });

  it.each([
    [idsOf([1, 2]), 'reportOption.metricTypeIds[1]'],
    [idsOf([1, 11]), 'reportOption.metricTypeIds[1]'],
    [idsOf([1], [4, 8]), 'reportOption.dimensionTypeIds[1]'],
    [idsOf([25]), 'reportOption.metricTypeIds[0]'],
    [
      payload({ metricTypeIds: [10006], having: { type: 'equalTo', metricTypeId: 'CTR', value: 1 } }),
      'having',
    ],
    [
      payload({ metricTypeIds: [1], having: { type: 'equalTo', metricTypeId: 'IMPRESSIONS', value: 1 } }),
      'having',
    ],
  ])('refuses ids and names that the document lacks', async (body, named) => {
    const { status, headers, body: refusal } = await documented.post('/extreport', body);
    expect({ status, ignored: headers['x-ignored-fields'] }).toEqual({ status: 400, ignored: undefined });
    expect(refusal.message).toContain(named);
  });
});

it('the operator’s path prefix changes nothing, and paths without it are also served', async () => {
  const other = await wireTest({ env: { FLIGHTLINE_REPORTING_PREFIX: '/yamplus_api' } });
  const caller = await other.caller('observed');
  for (const prefix of ['/yamplus_api', '']) {
    const { status, body } = await caller.post(`${prefix}/extreport`, {
      ...payload({ metricTypeIds: [2] }),
      reportOption: { metricTypeIds: [2] },
    });
    expect({ status, said: body.status }).toEqual({ status: 200, said: 'Submitted' });
    const other = prefix === '' ? '/yamplus_api' : '';
    const read = await caller.get(`${other}/extreport/${body.customerReportId}`);
    expect(read).toMatchObject({ status: 200, body: { customerReportId: body.customerReportId } });
    expect((await caller.send('PUT', `${prefix}/extreport`)).headers.allow).toBe('POST');
  }
});

describe('entry "Refusals of the reporting interface with errors"', () => {
  const documentedNames = ['errorCode', 'responseCode', 'message'];
  const cases = [
    ['POST', '/extreport', {}, 400],
    ['POST', '/extreport', '{', 400],
    ['GET', '/extreport/none', undefined, 422],
    ['GET', '/extreport/cob', undefined, 400],
    ['PUT', '/extreport/cob', {}, 405],
  ] as const;

  it.each(cases)(
    '%s %s %j: observed in addition to the documented three',
    async (method, path, sent, expected) => {
      const { observed, documented } = await test.pair();
      const [theirs, ours] = [
        await observed.send(method, path, { body: sent }),
        await documented.send(method, path, { body: sent }),
      ];
      expect([theirs.status, ours.status]).toEqual([expected, expected]);
      expect(Object.keys(ours.body)).toEqual(documentedNames);
      // A method that no path has is refused before the client is known.
      if (expected === 405) return expect(Object.keys(theirs.body)).toEqual(documentedNames);
      const { errors, ...rest } = theirs.body;
      expect(rest).toEqual(ours.body);
      expect(errors).toEqual({ httpStatusCode: expected, message: rest.message });
    },
  );

  it('an invalid token still selects its client’s profile; without a token the client is unknown', async () => {
    const { observed } = await test.pair();
    const ask = async (headers: object = {}) =>
      (await observed.send('GET', '/extreport/none', { headers })).body;
    test.system.advance(3600);
    const dead = await ask();
    test.system.advance(-3600);
    expect(dead).toMatchObject({ responseCode: 401, errors: { httpStatusCode: 401, message: dead.message } });
    for (const token of ['', 'e30.e30.e30'])
      expect(Object.keys(await ask({ 'x-auth-token': token }))).toEqual(documentedNames);
    const link = await observed.send('GET', '/extreport/none/download?expires=1&signature=x');
    expect(Object.keys(link.body)).toEqual(documentedNames);
  });
});
