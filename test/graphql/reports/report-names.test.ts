import type { GraphQLEnumType, GraphQLInputObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DIMENSIONS, METRICS } from '../../../src/domain/reporting/report/payload/catalogue.ts';
import { Payload } from '../../../src/domain/reporting/report/payload/fields.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { tokenFor } from '../../support/actors.ts';

/** A report can be requested by names or by the numbers of the reporting interface: both create the same report. */
const service = await reportingService();
const client = await service.client();
const { ids } = await service.advertiser(client);

const now = service.system.now();
const hour = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 14);
await service.load(
  [0, 1, 3, 5, 8, 13, 20, 40, 80, 89, 91, 200, 364, 366, 390].flatMap((daysAgo, n) => [
    { ...ids, hour: `${hour(daysAgo)}00:00Z`, impressions: 100 + n, clicks: n, spend: n / 4, country: 'US' },
    { ...ids, hour: `${hour(daysAgo)}00:00Z`, impressions: 7 * n, clicks: 1, spend: 1, country: 'FR' },
  ]),
);

async function send(query: string, variables: object = {}, as = client) {
  const response = await service.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${await tokenFor(service.system, as)}` },
    payload: { query, variables },
  });
  return response.json();
}

const CREATE = `mutation ($input: CreateReportInput!, $dry: Boolean) { createReport(input: $input, validateOnly: $dry) {
  ... on CreateReportPayload { report { id customerReportId requestPayload } }
  ... on ValidationError { issues { path message } } ... on Error { message } } }`;

async function rowsOf(input: object) {
  // A user of its own, since one can create 20 reports a minute.
  const who = await service.client({ seatId: client.seatId });
  const { data, errors } = await send(CREATE, { input }, who);
  expect([errors, data?.createReport.issues]).toEqual([undefined, undefined]);
  const { id, customerReportId, requestPayload } = data.createReport.report;
  await service.settle(who, customerReportId);
  const read = await send(
    'query ($id: ID!) { report(id: $id) { status rows(first: 100) { columns nodes { cells } } } }',
    { id },
    who,
  );
  expect(read.data.report.status).toBe('SUCCESS');
  return { requestPayload, rows: read.data.report.rows };
}

const issuesOf = async (input: object): Promise<{ path: string; message: string }[]> =>
  (await send(CREATE, { input, dry: true })).data.createReport.issues;

const advertiser = String(ids.advertiserId);
const option = { timezone: 'Etc/GMT', metricTypeIds: [1] };
const BOTH: Readonly<Record<string, readonly [names: object, numbers: object]>> = {
  'a range in one row': [
    { range: { preset: 'LAST_30_DAYS' }, metrics: ['IMPRESSIONS'], timezone: 'UTC' },
    { dateTypeId: 8, intervalTypeId: 1, reportOption: { ...option, dimensionTypeIds: [] } },
  ],
  'dimensions, several metrics, each day': [
    {
      range: { preset: 'ALL_TIME' },
      interval: 'DAY',
      dimensions: ['ADVERTISER', 'COUNTRY'],
      metrics: ['CLICKS', 'SPEND', 'CLICK_RATE'],
      currency: 'ADVERTISER',
      timezone: 'UTC',
    },
    {
      dateTypeId: 10,
      intervalTypeId: 2,
      reportOption: {
        ...option,
        metricTypeIds: [10001, 10002, 10006],
        dimensionTypeIds: [4, 19],
        currency: 2,
      },
    },
  ],
  'given days, both included': [
    {
      range: { between: { start: hour(20).slice(0, 10), end: hour(8).slice(0, 10) } },
      interval: 'HOUR',
      metrics: ['IMPRESSIONS'],
      timezone: 'UTC',
    },
    {
      dateTypeId: 11,
      intervalTypeId: 5,
      startDate: `${hour(20).slice(0, 10)}T00:00:00`,
      endDate: `${hour(8).slice(0, 10)}T23:59:59`,
      reportOption: { ...option, dimensionTypeIds: [] },
    },
  ],
  'filters that include and exclude, by global IDs': [
    {
      range: { preset: 'ALL_TIME' },
      interval: 'MONTH',
      metrics: ['IMPRESSIONS'],
      dimensions: ['LINE', 'COUNTRY'],
      filter: [
        { dimension: 'ADVERTISER', in: [`Advertiser:${advertiser}`] },
        { dimension: 'COUNTRY', notIn: ['FR'] },
        { dimension: 'CREATIVE', notIn: ['Creative:999'] },
        { dimension: 'LINE_TYPE', notIn: ['VIDEO'] },
      ],
    },
    {
      dateTypeId: 10,
      intervalTypeId: 3,
      reportOption: {
        metricTypeIds: [1],
        dimensionTypeIds: [6, 19],
        filterOptions: [
          { dimensionTypeId: 4, isExcluded: false, includeValues: [{ id: advertiser }] },
          { dimensionTypeId: 19, isExcluded: true, includeValues: [{ id: 'FR' }] },
          { dimensionTypeId: 10002, isExcluded: true, includeValues: [{ id: 999 }] },
          { dimensionTypeId: 10003, isExcluded: true, includeValues: [{ id: 'VIDEO' }] },
        ],
      },
    },
  ],
  'conditions, an order and a number of rows': [
    {
      range: { preset: 'ALL_TIME' },
      interval: 'DAY',
      dimensions: ['COUNTRY'],
      metrics: ['IMPRESSIONS', 'SPEND'],
      having: { or: [{ metric: 'SPEND', gt: '1.5' }, { not: { metric: 'IMPRESSIONS', lt: 50, gt: 10 } }] },
      orderBy: [{ metric: 'IMPRESSIONS', direction: 'DESC' }, { metric: 'SPEND' }],
      first: 9,
    },
    {
      dateTypeId: 10,
      intervalTypeId: 2,
      limitSpec: {
        columns: [
          { metricTypeId: 1, direction: 'DESCENDING' },
          { metricTypeId: 10002, direction: 'ASCENDING' },
        ],
        limit: 9,
      },
      reportOption: {
        dimensionTypeIds: [19],
        metricTypeIds: [1, 10002],
        having: {
          type: 'or',
          havingSpecs: [
            { type: 'greaterThan', metricTypeId: 10002, value: 1.5 },
            {
              type: 'not',
              havingSpecs: [
                {
                  type: 'and',
                  havingSpecs: [
                    { type: 'greaterThan', metricTypeId: 1, value: 10 },
                    { type: 'lessThan', metricTypeId: 1, value: 50 },
                  ],
                },
              ],
            },
          ],
        },
      },
    },
  ],
  'bidding metrics, whose data source follows': [
    { range: { preset: 'ALL_TIME' }, interval: 'WEEK', dimensions: ['LINE'], metrics: ['BID_RESPONSES'] },
    {
      dateTypeId: 10,
      intervalTypeId: 4,
      dataSource: 15,
      reportOption: { metricTypeIds: [254], dimensionTypeIds: [6] },
    },
  ],
};

describe('a report by names has the rows of the one by numbers', () => {
  test.each(Object.entries(BOTH))('%s', { timeout: 60_000 }, async (_what, [names, numbers]) => {
    const [byNames, byNumbers] = [await rowsOf(names), await rowsOf(numbers)];
    expect(byNames.rows).toEqual(byNumbers.rows);
    expect(byNames.requestPayload).toEqual(byNumbers.requestPayload);
    if (!JSON.stringify(names).includes('BID')) expect(byNames.rows.nodes.length).toBeGreaterThan(0);
  });

  const presets = (schema.getType('DateRangePreset') as GraphQLEnumType).getValues().map(({ name }) => name);
  test.each(presets)(
    'preset %s is the same days in reports and in delivery',
    { timeout: 60_000 },
    async (preset) => {
      const { rows } = await rowsOf({ range: { preset }, metrics: ['IMPRESSIONS'], timezone: 'UTC' });
      const { data, errors } = await send(
        `query ($id: ID!) { advertiser(id: $id) { delivery(range: {preset: ${preset}}, timezone: "UTC") { impressions } } }`,
        { id: advertiser },
      );
      expect(errors).toBeUndefined();
      const [row] = rows.nodes;
      const impressions = row ? Number(row.cells.at(-1)) : 0;
      // All time of delivery is at most 400 days.
      expect(data.advertiser.delivery.impressions).toBe(impressions);
    },
  );
});

test('the enums have every dimension and every metric of the catalogue', () => {
  const namesOf = (type: string) =>
    (schema.getType(type) as GraphQLEnumType).getValues().map(({ name }) => name);
  const words = (all: readonly { name: string }[]) =>
    all.map(({ name }) => name.toUpperCase().replaceAll(' ', '_')).sort();
  expect(namesOf('ReportDimension').sort()).toEqual(words(DIMENSIONS));
  expect(namesOf('ReportMetric').sort()).toEqual(words(METRICS));
});

describe('the two forms are never mixed', () => {
  const all = Object.keys((schema.getType('CreateReportInput') as GraphQLInputObjectType).getFields());
  const numbered = Object.keys(Payload.fields()).filter((name) => name !== 'currency');
  const [, numbers] = BOTH['conditions, an order and a number of rows'] ?? [];
  const NAMES: Readonly<Record<string, unknown>> = {
    range: { preset: 'TODAY' },
    interval: 'DAY',
    dimensions: ['LINE'],
    metrics: ['IMPRESSIONS'],
    filter: [],
    having: {},
    orderBy: [],
    first: 1,
    currency: 'USD',
    timezone: 'UTC',
  };

  test.each(all.filter((name) => !numbered.includes(name)))('%s with numbers', async (name) => {
    expect(Object.keys(NAMES)).toContain(name);
    const issues = await issuesOf({ ...numbers, [name]: NAMES[name] });
    expect(issues.map(({ path }) => path)).toEqual([
      'dateTypeId',
      'intervalTypeId',
      'limitSpec',
      'reportOption',
    ]);
    for (const { path, message } of issues)
      expect(message).toBe(
        `${path} cannot be given with ${name}: a report is asked for by names or by numbers`,
      );
  });
});

describe('a report by names is refused at the places of its input', () => {
  const good = { range: { preset: 'TODAY' }, metrics: ['IMPRESSIONS'] };
  test.each<[string, object, readonly string[]]>([
    ['nothing', {}, ['metrics', 'range']],
    ['no metric', { ...good, metrics: [] }, ['metrics']],
    ['a time zone of no report', { ...good, timezone: 'Mars/Base' }, ['timezone']],
    ['an ID of nothing', { ...good, filter: [{ dimension: 'LINE', in: ['1', 'x'] }] }, ['filter[0].in[1]']],
    [
      'a filter of both kinds',
      { ...good, filter: [{ dimension: 'LINE', in: ['1'], notIn: ['2'] }] },
      ['filter[0]'],
    ],
    ['a filter of nothing', { ...good, filter: [{ dimension: 'LINE', notIn: [] }] }, ['filter[0].notIn']],
    ['no rows', { ...good, first: 0 }, ['first']],
    ['an order by another metric', { ...good, orderBy: [{ metric: 'SPEND' }] }, ['orderBy[0].metric']],
    [
      'conditions on another metric, and on none',
      {
        ...good,
        having: {
          and: [
            { metric: 'SPEND', gt: 1 },
            { metric: 'IMPRESSIONS', eq: '1' },
          ],
        },
      },
      ['having.and[0].metric'],
    ],
    ['a comparison of nothing', { ...good, having: { not: { lt: 1 } } }, ['having.not.metric']],
    ['an empty condition', { ...good, having: { or: [{}] } }, ['having.or[0]']],
    [
      'days in no order',
      { ...good, range: { between: { start: '2026-01-02', end: '2026-01-01' } } },
      ['range.between.start'],
    ],
  ])('%s', async (_what, input, paths) => {
    const issues = await issuesOf(input);
    expect(issues.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { path, message } of issues) {
      expect(message.startsWith(`${path} `)).toBe(true);
      expect(message).not.toMatch(/TypeId|reportOption|limitSpec|havingSpecs/);
    }
  });
});

test('a saved report is made by names as well, and refused at the places of its input', async () => {
  const SAVE = `mutation ($input: SaveReportInput!) { saveReport(input: $input) {
    ... on SaveReportPayload { savedReport { report } } ... on ValidationError { issues { path message } } } }`;
  const [names, numbers] = BOTH['dimensions, several metrics, each day'] ?? [];
  const made = async (report: unknown) =>
    (await send(SAVE, { input: { name: 'Saved', report } })).data.saveReport;
  expect((await made(names)).savedReport.report).toEqual((await made(numbers)).savedReport.report);
  expect((await made({ ...names, timezone: 'Mars/Base' })).issues).toMatchObject([
    { path: 'report.timezone' },
  ]);
  expect((await made({ ...names, dateTypeId: 1 })).issues).toMatchObject([{ path: 'report.dateTypeId' }]);
  expect((await made({})).issues).toMatchObject([{ path: 'report.range' }, { path: 'report.metrics' }]);
});

test('UTC is taken for Etc/GMT by numbers, too', async () => {
  const { data } = await send(CREATE, {
    input: { dateTypeId: 1, intervalTypeId: 1, reportOption: { ...option, timezone: 'UTC' } },
  });
  expect(data.createReport.report.requestPayload.reportOption.timezone).toBe('Etc/GMT');
});
