import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../../support/actors.ts';
import { reportingService } from './support.ts';

const service = await reportingService({ worker: false });
const { system, call } = service;
let client: TestClient;
beforeAll(async () => {
  client = await service.client();
});

const payload = (outer: object = {}, option: object = {}) => ({
  dateTypeId: 10,
  intervalTypeId: 1,
  ...outer,
  reportOption: { metricTypeIds: [1], ...option },
});
const create = (body: object) => call(client, 'POST', '/extreport/', body);

test('only what was understood of a payload is stored and answered, in the order of the document', async () => {
  const filterOptions = [{ includeValues: [{ name: 'n'.repeat(9), id: '7' }], dimensionTypeId: 6, x: 1 }];
  const having = { havingSpecs: [{ value: '1.5', type: 'lessThan', metricTypeId: 1, y: {} }], type: 'not' };
  const { status, body } = await create({
    junk: 'x'.repeat(900_000),
    startDate: { deep: 'x'.repeat(50_000) },
    endDate: 'y'.repeat(20_000),
    ...payload({ currency: null }, { having, filterOptions, accountIds: ['12'], more: ['z'] }),
  });
  expect(status).toBe(200);
  const { customerReportId } = body;
  const stored = await system.db.report.findUniqueOrThrow({ where: { customerReportId } });
  const understood = {
    reportOption: {
      filterOptions: [{ dimensionTypeId: 6, includeValues: [{ id: '7' }] }],
      metricTypeIds: [1],
      accountIds: ['12'],
      having: { type: 'not', havingSpecs: [{ type: 'lessThan', metricTypeId: 1, value: '1.5' }] },
    },
    dateTypeId: 10,
    intervalTypeId: 1,
  };
  expect(stored.payload).toEqual(understood);
  const { requestPayload } = (await call(client, 'GET', `/extreport/${customerReportId}`)).body;
  expect(JSON.stringify(requestPayload)).toBe(JSON.stringify(understood));
});

test.each([
  ['accountIds', { accountIds: ['x'] }],
  ['accountIds', { accountIds: [0] }],
  ['accountIds', { accountIds: [-1] }],
  ['accountIds', { accountIds: ['12345678901234567890'] }],
  ['filterOptions', { filterOptions: [{ dimensionTypeId: 6, includeValues: [{ id: 'US' }] }] }],
  ['filterOptions', { filterOptions: [{ dimensionTypeId: 19, includeValues: [{ id: 'USA!' }] }] }],
])('%s that can name nothing are refused: %j', async (name, option) => {
  expect(await create(payload({}, option))).toMatchObject({
    status: 400,
    body: { errorCode: 'E0078', message: expect.stringContaining(name) },
  });
});

test('bid metrics with another data source than 15 are 422 E0204, an unknown one without them 400 E0078', async () => {
  const bids = { dimensionTypeIds: [4], metricTypeIds: [173] };
  for (const dataSource of [14, '14', 1])
    expect(await create(payload({ dataSource }, bids))).toMatchObject({
      status: 422,
      body: { errorCode: 'E0204', message: expect.stringContaining('dataSource 15') },
    });
  expect((await create(payload({ dataSource: 15 }, bids))).status).toBe(200);
  expect(await create(payload({ dataSource: 14 }))).toMatchObject({
    status: 400,
    body: { errorCode: 'E0078' },
  });
  expect(await create(payload({ dataSource: 'x' }, bids))).toMatchObject({ status: 400 });
});
