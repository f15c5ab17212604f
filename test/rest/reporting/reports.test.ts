import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { reportingService } from './support.ts';

const service = await reportingService();
const { app, system, call, run, fetchCsv } = service;

let client: TestClient;
let ids: { advertiserId: number; campaignId: number; lineId: number; packageId: number };
const HOUR = '2026-03-02T15:00:00Z';
beforeAll(async () => {
  client = await service.client();
  ({ ids } = await service.advertiser(client));
  await service.load([
    { ...ids, hour: HOUR, impressions: 30, bidResponses: 40, spend: '1.25' },
    { ...ids, hour: '2026-03-03T15:00:00Z', impressions: 5, bidResponses: 0, spend: '0.000001' },
  ]);
});

const payload = (outer: object = {}, option: object = {}) => ({
  dateTypeId: 10,
  intervalTypeId: 2,
  ...outer,
  reportOption: { timezone: 'Etc/GMT', dimensionTypeIds: [4], metricTypeIds: [1], ...option },
});

describe('POST /extreport/', () => {
  // covers: 3.reporting.post-reporting_url/extreport/, 3.report-creation-and-status-response.customerreportid
  // covers: 3.reporting-payload.reportoption, 3.reporting-payload.metrictypeids
  test('200: the report is SUBMITTED under an id of text, with and without the slash', async () => {
    for (const url of ['/extreport/', '/extreport']) {
      const { status, body } = await call(client, 'POST', url, payload());
      expect([status, body]).toEqual([200, { customerReportId: expect.any(String), status: 'SUBMITTED' }]);
    }
  });

  test('200: a viewer makes reports', async () => {
    const viewer = await service.client({ seatId: client.seatId, role: 'VIEWER' });
    expect((await call(viewer, 'POST', '/extreport/', payload())).status).toBe(200);
  });

  test('200: UTC is taken for Etc/GMT', async () => {
    const made = await call(client, 'POST', '/extreport/', payload({}, { timezone: 'UTC' }));
    expect(made.status).toBe(200);
    const { body } = await call(client, 'GET', `/extreport/${made.body.customerReportId}`);
    expect(body.requestPayload.reportOption.timezone).toBe('Etc/GMT');
  });

  test('400 E0078: every bad field is named, and nothing is queued', async () => {
    const before = await system.db.report.count();
    const bad = {
      dateTypeId: 11,
      intervalTypeId: 6,
      startDate: 'soon',
      currency: 9,
      limitSpec: { limit: -1, columns: [] },
      reportOption: {
        timezone: 'Mars/Base',
        currency: 8,
        dimensionTypeIds: [3],
        metricTypeIds: [1],
        filterOptions: [{}],
        accountIds: [null],
        having: {},
      },
    };
    const { status, body } = await call(client, 'POST', '/extreport/', bad);
    expect([status, body.errorCode, body.responseCode]).toEqual([400, 'E0078', 400]);
    for (const field of [
      'intervalTypeId',
      'startDate',
      'endDate',
      'currency',
      'limitSpec.limit',
      'reportOption.timezone',
      'reportOption.currency',
      'reportOption.dimensionTypeIds[0]',
      'reportOption.filterOptions[0].dimensionTypeId',
      'reportOption.accountIds[0]',
      'reportOption.having.type',
    ])
      expect(body.message).toContain(`${field} `);
    expect(await system.db.report.count()).toBe(before);
  });

  test.each([
    ['no JSON', 'nope', 'application/json', 400],
    ['an array', '[]', 'application/json', 400],
    ['a NUL character', JSON.stringify({ ...payload(), dateTypeId: '1\u0000' }), 'application/json', 400],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    [
      'more than a mebibyte',
      JSON.stringify({ ...payload(), note: 'x'.repeat(1_100_000) }),
      'application/json',
      413,
    ],
  ])('%s is refused in the reporting envelope', async (_, body, contentType, status) => {
    const { tokenFor } = await import('../../support/actors.ts');
    const response = await app.inject({
      method: 'POST',
      url: '/extreport/',
      headers: {
        'content-type': contentType,
        'x-auth-method': 'oauth2',
        'x-auth-token': await tokenFor(system, client),
      },
      payload: body,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({
      errorCode: expect.any(String),
      responseCode: status,
      message: expect.any(String),
    });
  });

  test('200: unknown fields are ignored and named, as everywhere; FLIGHTLINE_STRICT_FIELDS refuses them', async () => {
    const filterOptions = [
      { dimensionTypeId: 4, includeValues: [{ id: ids.advertiserId, name: 'Any', kind: 1 }], mode: 'x' },
    ];
    const having = { type: 'and', havingSpecs: [{ type: 'equalTo', metricTypeId: 1, value: 1, note: 'x' }] };
    const extra = { ...payload({ retries: 3 }, { filterOptions, having }), reportName: 'Weekly' };
    const paths = [
      'retries',
      'reportOption.filterOptions[0].includeValues[0].kind',
      'reportOption.filterOptions[0].mode',
      'reportOption.having.havingSpecs[0].note',
      'reportName',
    ];
    const headers = { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) };
    const namedBy = async (body: object) => {
      const response = await app.inject({ method: 'POST', url: '/extreport/', headers, payload: body });
      return [response.statusCode, response.headers['x-ignored-fields']?.toString().split(',').sort()];
    };
    expect(await namedBy(extra)).toEqual([200, [...paths].sort()]);
    expect(await namedBy(payload())).toEqual([200, undefined]);
    const strict = await testApp({ ...system, config: { ...system.config, strictFields: true } });
    const refused = await strict.send('POST', '/extreport/', { headers, body: extra });
    expect([refused.status, refused.body.errorCode]).toEqual([400, 'E0078']);
    for (const path of paths) expect(refused.body.message).toContain(`${path} is not a known field`);
  });

  test('422 E0204: restricted combinations', async () => {
    for (const bad of [
      payload({}, { metricTypeIds: [173] }),
      payload({ dataSource: 15 }, { metricTypeIds: [1] }),
    ]) {
      const { status, body } = await call(client, 'POST', '/extreport/', bad);
      expect([status, body.errorCode]).toEqual([422, 'E0204']);
    }
  });

  test('401 E0047: no token, another method, a bad token', async () => {
    for (const headers of [{}, { 'x-auth-token': 'x' }, { 'x-auth-method': 'OAuth2', 'x-auth-token': 'x' }]) {
      const response = await app.inject({ method: 'POST', url: '/extreport/', headers, payload: payload() });
      expect([response.statusCode, response.json().errorCode]).toEqual([401, 'E0047']);
    }
  });

  test('405 with Allow: another method', async () => {
    const response = await app.inject({ method: 'DELETE', url: '/extreport/' });
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('GET /extreport/{customerReportId}', () => {
  // covers: 3.what-the-service-does.3
  // covers: 3.reporting.get-reporting_url/extreport/customerreportid, 3.report-creation-and-status-response.status
  test('200: a finished report has a url, its rows and the payload it was made from', async () => {
    const request = payload({}, { dimensionTypeIds: [4, 5, 6, 149, 19, 64], metricTypeIds: [1, 10002] });
    const { report, cells } = await run(client, request);
    expect(report).toEqual({
      customerReportId: expect.any(String),
      status: 'SUCCESS',
      url: expect.stringMatching(/^http:\/\/.+\/extreport\//),
      numRows: 2,
      errorMsg: null,
      jobStartDate: expect.any(String),
      jobEndDate: expect.any(String),
      reportFormat: 'CSV',
      requestPayload: request,
    });
    expect(cells[0]).toEqual([
      'Day',
      'Advertiser Id',
      'Advertiser',
      'Campaign Id',
      'Campaign',
      'Line Id',
      'Line',
      'Package Id',
      'Package',
      'Country Id',
      'Country',
      'Advertiser Group Id',
      'Advertiser Group',
      'Impressions',
      'Spend',
    ]);
    expect(cells[1]?.slice(3, 9)).toEqual([
      String(ids.campaignId),
      'Spring, "early"',
      String(ids.lineId),
      '=cmd',
      String(ids.packageId),
      'Bundle',
    ]);
    expect(cells.slice(1).map((row) => [row[0], row.at(-2), row.at(-1)])).toEqual([
      ['2026-03-02', '30', '1.250000'],
      ['2026-03-03', '5', '0.000001'],
    ]);
  });

  test('200: the win rate is recomputed at the grain, N/A without bids; an empty report has its header only', async () => {
    const bidding = { dataSource: 15 };
    const daily = await run(client, payload(bidding, { metricTypeIds: [584, 254] }));
    expect(daily.cells.slice(1).map((row) => row.slice(3))).toEqual([
      ['0.750000', '40'],
      ['N/A', '0'],
    ]);
    const whole = await run(
      client,
      payload({ ...bidding, intervalTypeId: 1 }, { metricTypeIds: [584, 1, 254] }),
    );
    expect(whole.cells[1]?.slice(2)).toEqual(['0.875000', '35', '40']);
    const none = await run(
      client,
      payload({ dateTypeId: 11, startDate: '2020-01-01T00:00:00', endDate: '2020-01-02T00:00:00' }),
    );
    expect([none.report.numRows, none.cells]).toEqual([
      0,
      [['Day', 'Advertiser Id', 'Advertiser', 'Impressions']],
    ]);
  });

  test('200: a custom range counts hours that begin inside, both ends included', async () => {
    const range = (startDate: string, endDate: string) =>
      run(client, payload({ dateTypeId: 11, intervalTypeId: 5, startDate, endDate }));
    const exact = await range('2026-03-02T15:00:00+00:00', '2026-03-02T15:00:00Z');
    expect(exact.cells.slice(1).map((row) => row[0])).toEqual(['2026-03-02T15:00:00+00:00']);
    expect((await range('2026-03-02T15:00:01Z', '2026-03-03T14:59:59Z')).cells).toHaveLength(1);
    expect((await range('2026-03-02T10:00:00-05:00', '2026-03-03T10:00:00-05:00')).cells).toHaveLength(3);
  });

  test('200: what another seat owns is an empty result, filtered for or not', async () => {
    const other = await service.client();
    const mine = await service.advertiser(other);
    await service.load([{ ...mine.ids, hour: HOUR, impressions: 77 }]);
    for (const option of [
      { accountIds: [ids.advertiserId] },
      { filterOptions: [{ dimensionTypeId: 4, includeValues: [{ id: ids.advertiserId }] }] },
      { filterOptions: [{ dimensionTypeId: 56, includeValues: [{ id: client.seatId }] }] },
      { filterOptions: [{ dimensionTypeId: 6, includeValues: [{ id: ids.lineId }] }] },
    ])
      expect((await run(other, payload({}, option))).report).toMatchObject({ status: 'SUCCESS', numRows: 0 });
    expect((await run(other, payload())).cells.slice(1)).toEqual([
      ['2026-03-02', String(mine.ids.advertiserId), mine.advertiser.name, '77'],
    ]);
  });

  test('200: a seat filter reads the seats that the user belongs to, and no others', async () => {
    const both = await service.client();
    const own = await service.advertiser(both);
    await service.load([{ ...own.ids, hour: HOUR, impressions: 3 }]);
    await system.db.seatMember.create({
      data: { userId: both.userId, seatId: client.seatId, role: 'VIEWER' },
    });
    const stranger = await service.seat();
    const seats = (list: number[]) =>
      payload(
        { intervalTypeId: 1 },
        {
          dimensionTypeIds: [56],
          filterOptions: [{ dimensionTypeId: 56, includeValues: list.map((id) => ({ id })) }],
        },
      );
    const { cells } = await run(both, seats([both.seatId, client.seatId, stranger.seatId]));
    expect(cells.slice(1).map((row) => [row[0], row[2]])).toEqual(
      [
        [String(client.seatId), '35'],
        [String(both.seatId), '3'],
      ].sort((a, b) => Number(a[0]) - Number(b[0])),
    );
    expect((await run(both, payload({ intervalTypeId: 1 }))).cells[1]?.at(-1)).toBe('3');
  });

  test("422 E0006: what a report reads of a second seat is hidden from the seat's users who are not of that one", async () => {
    const author = await service.client();
    const colleague = await service.client({ seatId: author.seatId });
    await system.db.seatMember.create({
      data: { userId: author.userId, seatId: client.seatId, role: 'VIEWER' },
    });
    const seats = (...list: number[]) =>
      payload({}, { filterOptions: [{ dimensionTypeId: 56, includeValues: list.map((id) => ({ id })) }] });
    const seen = async (request: object) => {
      const { body } = await call(author, 'POST', '/extreport/', request);
      const url = `/extreport/${body.customerReportId}`;
      expect((await call(author, 'GET', url)).status).toBe(200);
      return (await call(colleague, 'GET', url)).status;
    };
    expect(await seen(seats(author.seatId, client.seatId))).toBe(422);
    expect(await seen(seats(client.seatId))).toBe(422);
    expect(await seen(seats(author.seatId))).toBe(200);
    expect(await seen(payload())).toBe(200);
  });

  test('422 E0006: unknown, foreign and malformed ids are alike', async () => {
    const created = await call(client, 'POST', '/extreport/', payload());
    const other = await service.client();
    const answers = await Promise.all(
      [created.body.customerReportId, '00000000-0000-4000-8000-000000000000', 'nope', '%00'].map((id) =>
        call(other, 'GET', `/extreport/${id}`),
      ),
    );
    for (const answer of answers)
      expect(answer).toEqual({
        status: 422,
        body: { errorCode: 'E0006', responseCode: 422, message: 'Report not found.' },
      });
  });

  test('200: having nested 5 deep, and a filter of 10,000 ids; 400 for a having of 6 levels', async () => {
    const deep = (depth: number): object =>
      depth === 1
        ? { type: 'greaterThan', metricTypeId: 1, value: 20 }
        : { type: depth % 2 ? 'and' : 'or', havingSpecs: [deep(depth - 1)] };
    const includeValues = Array.from({ length: 10_000 }, (_, n) => ({ id: ids.lineId + n }));
    const filterOptions = [{ dimensionTypeId: 6, includeValues }];
    const { cells } = await run(client, payload({}, { having: deep(5), filterOptions }));
    expect(cells.slice(1).map((row) => row.at(-1))).toEqual(['30']);
    const { status, body } = await call(client, 'POST', '/extreport/', payload({}, { having: deep(6) }));
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('is nested more than 5 levels deep'),
    ]);
    const { cells: others } = await run(
      client,
      payload({}, { filterOptions: [{ ...filterOptions[0], isExcluded: true }] }),
    );
    expect(others).toHaveLength(1);
  });

  test('200: a report over the row cap is FAILED and says what to do', {
    tags: ['one-process'],
  }, async () => {
    const { reportRowCap } = system.config;
    Object.assign(system.config, { reportRowCap: 1 });
    const { report } = await run(client, payload());
    expect(report).toMatchObject({
      status: 'FAILED',
      errorMsg: expect.stringMatching(/more than 1 rows.*filter/),
    });
    const limited = await run(
      client,
      payload({ limitSpec: { limit: 1, columns: [{ metricTypeId: 1, direction: 'ASCENDING' }] } }),
    );
    expect(limited.cells[1]?.at(-1)).toBe('5');
    Object.assign(system.config, { reportRowCap });
  });

  test('200: money in a currency without any rate is FAILED and says so', async () => {
    const yen = await service.client();
    const { ids: theirs } = await service.advertiser(yen, { currency: 'JPY' });
    await service.load([{ ...theirs, hour: HOUR, spend: '2' }]);
    const inTheirs = payload({ currency: 2 }, { metricTypeIds: [10002] });
    expect((await run(yen, inTheirs)).report).toMatchObject({
      status: 'FAILED',
      errorMsg: 'There is no exchange rate for JPY.',
    });
    await system.db.fxRate.create({
      data: { day: new Date('2026-03-01'), currency: 'JPY', usdPerUnit: '0.008' },
    });
    expect((await run(yen, inTheirs)).cells[1]?.at(-1)).toBe('250.000000');
    expect((await run(yen, payload({ currency: 1 }, { metricTypeIds: [10002] }))).cells[1]?.at(-1)).toBe(
      '2.000000',
    );
  });
});

test('200: money is exchanged at the rate of its day, else at that of the last day before', async () => {
  const pounds = await service.client();
  const { ids: theirs } = await service.advertiser(pounds, { currency: 'GBP' });
  const days = ['04', '05', '06', '09', '10'];
  await service.load(days.map((day) => ({ ...theirs, hour: `2026-03-${day}T12:00:00Z`, spend: '10' })));
  await system.db.fxRate.createMany({
    data: [
      { day: new Date('2026-03-05'), currency: 'GBP', usdPerUnit: '1.25' },
      { day: new Date('2026-03-06'), currency: 'GBP', usdPerUnit: '2' },
      { day: new Date('2026-03-10'), currency: 'GBP', usdPerUnit: '4' },
    ],
  });
  const spend = async (intervalTypeId: number) => {
    const { cells } = await run(
      pounds,
      payload({ currency: 2, intervalTypeId }, { dimensionTypeIds: [], metricTypeIds: [10002] }),
    );
    return cells.slice(1).map((row) => row.at(-1));
  };
  expect(await spend(2)).toEqual(['8.000000', '8.000000', '5.000000', '5.000000', '2.500000']);
  expect(await spend(1)).toEqual(['28.500000']);
});

test('200: spend in USD is exact to its last digit, whatever else is requested', async () => {
  const large = await service.client();
  const { ids: theirs } = await service.advertiser(large);
  await service.load([{ ...theirs, hour: HOUR, spend: '999999999999.999999' }]);
  for (const others of [[], [10004], [10005]]) {
    const { cells } = await run(large, payload({}, { metricTypeIds: [10002, ...others] }));
    expect(cells[1]?.[3]).toBe('999999999999.999999');
  }
});

describe('GET the signed address', () => {
  test('200: needs no header; gzip, ETag and HEAD as HTTP has them', async () => {
    const { report } = await run(client, payload());
    const plain = await fetchCsv(report.url);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'accept-ranges': 'bytes',
    });
    const zipped = await fetchCsv(report.url, { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
    expect((await fetchCsv(report.url, { 'accept-encoding': 'gzip;q=0' })).body).toBe(plain.body);
    const same = await fetchCsv(report.url, { 'if-none-match': String(plain.headers.etag) });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    expect(zipped.headers.etag).not.toBe(plain.headers.etag);
    const head = await app.inject({
      method: 'HEAD',
      url: new URL(report.url).pathname + new URL(report.url).search,
    });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(plain.rawPayload.length),
      '',
    ]);
  });

  test('206 and 416: ranges', async () => {
    const { report } = await run(client, payload());
    const { body } = await fetchCsv(report.url);
    for (const [range, part] of [
      ['bytes=0-3', body.slice(0, 4)],
      ['bytes=4-', body.slice(4)],
      ['bytes=-5', body.slice(-5)],
      ['bytes=2-99999', body.slice(2)],
    ] as const) {
      const answer = await fetchCsv(report.url, { range });
      expect([answer.statusCode, answer.body]).toEqual([206, part]);
      expect(answer.headers['content-range']).toMatch(new RegExp(`^bytes \\d+-\\d+/${body.length}$`));
    }
    const behind = await fetchCsv(report.url, { range: `bytes=${body.length}-` });
    expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${body.length}`]);
    for (const range of ['bytes=0-1,3-4', 'rows=1-2', 'bytes=3-1'])
      expect((await fetchCsv(report.url, { range })).statusCode).toBe(200);
    expect((await fetchCsv(report.url, { range: 'bytes=0-3', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  test('403: tampered or truncated in any part', async () => {
    const { report } = await run(client, payload());
    const other = await run(client, payload());
    const otherId = other.report.customerReportId;
    for (const url of [
      report.url.slice(0, -1),
      report.url.slice(0, -20),
      report.url.includes('signature=_')
        ? report.url.replace('signature=_', 'signature=A')
        : report.url.replace(/signature=./, 'signature=_'),
      report.url.replace(/expires=\d/, 'expires=9'),
      report.url.replace(report.customerReportId, otherId),
      report.url.replace('&signature', '&spreadsheet=1&signature'),
      `${report.url}&signature=x`,
      report.url.split('?')[0],
    ]) {
      const answer = await fetchCsv(url);
      expect([url, answer.statusCode]).toEqual([url, 403]);
      expect(answer.json()).toMatchObject({ responseCode: 403 });
    }
  });

  test('410: 24 hours after creation, to the second; the file is removed a day later', async () => {
    const { removeExpired } = await import('../../../src/operations/worker/maintenance.ts');
    const { report } = await run(client, payload());
    system.advance(24 * 3600 - 60);
    expect((await fetchCsv(report.url)).statusCode).toBe(200);
    system.advance(120);
    expect((await fetchCsv(report.url)).statusCode).toBe(410);
    system.advance(24 * 3600);
    await removeExpired({ system, warehouse: service.warehouse });
    expect(await service.warehouse.files.list(`reports/${report.customerReportId}`)).toEqual([]);
    system.advance(-48 * 3600 - 60);
    expect((await fetchCsv(report.url)).statusCode).toBe(410);
  });
});

test('files that a crash left are removed once they are old: drafts, and reports that no row names', {
  tags: ['one-process'],
}, async () => {
  const { removeExpired, removeUnnamedReports } = await import(
    '../../../src/operations/worker/maintenance.ts'
  );
  const { files } = service.warehouse;
  const { report } = await run(client, payload());
  const make = async (publishAs: string | null, hoursOld: number) => {
    const draft = await files.draft();
    await writeFile(draft, 'x');
    if (publishAs) await files.publish(draft, publishAs);
    const place = publishAs ? await files.use([publishAs], async ([found = '']) => found) : draft;
    const at = new Date(Date.now() - hoursOld * 3_600_000);
    await utimes(place, at, at);
    return place;
  };
  const old = [await make('reports/gone/1.csv', 1.1), await make(null, 7)];
  const young = [await make('reports/gone/2.csv', 0.9), await make(null, 5)];
  await removeExpired({ system, warehouse: service.warehouse });
  await removeUnnamedReports({ system, warehouse: service.warehouse });
  expect(old.map((place) => existsSync(place))).toEqual([false, false]);
  expect(young.map((place) => existsSync(place))).toEqual([true, true]);
  expect((await fetchCsv(report.url)).statusCode).toBe(200);
});

describe('GET /extreport/cob', () => {
  const cob = (who: TestClient, query: string) => call(who, 'GET', `/extreport/cob?${query}`);

  // covers: 3.reporting.get-reporting_url/extreport/cob
  test('200: a day is closed when it ended six hours ago and facts reach its last hour', async () => {
    const who = await service.client();
    const { ids: theirs } = await service.advertiser(who, { timezone: 'America/New_York' });
    const open = { status: 200, body: { advertiserTimezone: 'America/New_York', dayClosed: false } };
    const closed = { status: 200, body: { advertiserTimezone: 'America/New_York', dayClosed: true } };
    const march8 = `advertiserId=${theirs.advertiserId}&day=20260308`;
    expect(await cob(who, march8)).toEqual(open);
    // The 8th of March 2026 has 23 hours there and ends at 04:00 UTC.
    await service.load([{ ...theirs, hour: '2026-03-09T02:00:00Z' }]);
    expect(await cob(who, march8)).toEqual(open);
    await service.load([{ ...theirs, hour: '2026-03-09T03:00:00Z' }]);
    expect(await cob(who, march8)).toEqual(closed);
    expect(await cob(who, march8.replace('20260308', '2026-03-08'))).toEqual(closed);
    expect(await cob(who, march8.replace('20260308', '2026-03-09'))).toEqual(open);
    await system.db.dayClose.create({
      data: { advertiserId: theirs.advertiserId, day: new Date('2026-03-09') },
    });
    expect(await cob(who, march8.replace('20260308', '2026-03-09'))).toEqual(closed);
  });

  test('200: facts of its last hour do not close a day before six hours have passed', async () => {
    const who = await service.client();
    const { ids: theirs } = await service.advertiser(who, { timezone: 'Etc/GMT' });
    const today = system.now().toISOString().slice(0, 10);
    await service.load([{ ...theirs, hour: `${today}T23:00:00Z` }]);
    const closed = async () =>
      (await cob(who, `advertiserId=${theirs.advertiserId}&day=${today}`)).body.dayClosed;
    const untilEnd = (Date.parse(`${today}T00:00:00Z`) + 86_400_000 - system.now().getTime()) / 1000;
    system.advance(untilEnd + 6 * 3600 - 60);
    expect(await closed()).toBe(false);
    system.advance(120);
    expect(await closed()).toBe(true);
    system.advance(-untilEnd - 6 * 3600 - 60);
  });

  test('400 and 422: bad and unknown parameters', async () => {
    for (const query of [
      '',
      'advertiserId=x&day=20260101',
      `advertiserId=${ids.advertiserId}&day=20260230`,
      `advertiserId=${ids.advertiserId}&day=00000101`,
      `advertiserId=${ids.advertiserId}&day=2026-0101`,
      `advertiserId=${ids.advertiserId}&day=202601-01`,
      `advertiserId=${ids.advertiserId}&day=1&day=2`,
    ])
      expect(await cob(client, query)).toMatchObject({ status: 400, body: { errorCode: 'E0078' } });
    const other = await service.client();
    const foreign = await cob(other, `advertiserId=${ids.advertiserId}&day=20260101`);
    const unknown = await cob(other, 'advertiserId=999999999999&day=20260101');
    expect(foreign).toMatchObject({ status: 422, body: { errorCode: 'E0006' } });
    expect(foreign).toEqual(unknown);
  });
});
