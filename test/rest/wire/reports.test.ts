import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { inGraphqlNames } from '../../support/graphql-names.ts';
import { csvOf } from '../../warehouse/support.ts';
import { createTree, type WireCaller, wireTest } from './support.ts';

/** Entries "Metric IDs, names, and unknown IDs", "Report status and requestPayload", "Headings of report files". */

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

describe('observed', () => {
  it('plays a report: status words, ids, headings, and what is dropped is named', async () => {
    const { created, report, lines } = await run(observed, idsOf([1, 2, 44, 25, 23, 138], [4, 5, 8, 34]));
    expect(created.body.status).toBe('Submitted');
    expect(created.headers['x-ignored-fields']).toBe(
      [
        'reportOption.metricTypeIds[3]=25',
        'reportOption.dimensionTypeIds[2]=8',
        'reportOption.dimensionTypeIds[3]=34',
      ].join(','),
    );
    expect(report).toMatchObject({ status: 'Success', numRows: 1, reportFormat: 'CSV' });
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

  it.each([
    ['no metric is left', idsOf([25]), 'reportOption.metricTypeIds'],
    [
      'a filter names an unknown dimension',
      payload({ metricTypeIds: [1], filterOptions: [{ dimensionTypeId: 8, includeValues: [{ id: 1 }] }] }),
      'dimensionTypeId',
    ],
    ['a metric is no number', idsOf([1, 'x']), 'reportOption.metricTypeIds[1]'],
    [
      'having names a metric that is not asked for',
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
  it('keeps its status words, payload and headings', async () => {
    const { created, report, lines } = await run(documented, idsOf([1, 10001], [5]));
    expect(created.body.status).toBe('SUBMITTED');
    expect(report).toMatchObject({ status: 'SUCCESS', requestPayload: { dateTypeId: 11 } });
    expect(lines[0]).toBe('Day,Campaign Id,Campaign,Impressions,Clicks');
  });

  it.each([
    [idsOf([1, 2]), 'reportOption.metricTypeIds[1]'],
    [idsOf([1], [4, 8]), 'reportOption.dimensionTypeIds[1]'],
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

it('the prefix of an operator changes nothing of it', async () => {
  const other = await wireTest({ env: { FLIGHTLINE_REPORTING_PREFIX: '/yamplus_api' } });
  const caller = await other.caller('observed');
  const { status, body } = await caller.post('/yamplus_api/extreport', {
    ...payload({ metricTypeIds: [2] }),
    reportOption: { metricTypeIds: [2] },
  });
  expect({ status, said: body.status }).toEqual({ status: 200, said: 'Submitted' });
});
