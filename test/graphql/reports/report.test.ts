import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { reportingService } from '../../rest/reporting/support.ts';
import { type TestClient, tokenFor } from '../../support/actors.ts';

const service = await reportingService();
const { app, system, call } = service;
const origin = await app.listen({ port: 0, host: '127.0.0.1' });

let client: TestClient;
let ids: { advertiserId: number; campaignId: number; lineId: number; packageId: number };
beforeAll(async () => {
  client = await service.client();
  ({ ids } = await service.advertiser(client));
  await service.load(
    Array.from({ length: 60 }, (_, n) => ({
      ...ids,
      hour: `2026-03-0${1 + Math.floor(n / 24)}T${String(n % 24).padStart(2, '0')}:00:00Z`,
      impressions: n,
    })),
  );
});

async function graphql(who: TestClient, query: string, variables: object = {}) {
  const headers = { authorization: `Bearer ${await tokenFor(system, who)}` };
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    payload: { query, variables },
  });
  return response.json();
}

const CREATE = `mutation($input: CreateReportInput!, $validateOnly: Boolean) {
  createReport(input: $input, validateOnly: $validateOnly) {
    ... on CreateReportPayload { report { id customerReportId status url numRows } changes { path before after } }
    ... on ValidationError { message issues { path message } }
  }
}`;
const hourly = {
  dateTypeId: 10,
  intervalTypeId: 5,
  reportOption: {
    timezone: 'Etc/GMT',
    dimensionTypeIds: [6],
    metricTypeIds: [1],
    advertiserIds: [] as string[],
  },
};

async function finished(who: TestClient, input: object): Promise<string> {
  const { data } = await graphql(who, CREATE, { input });
  await service.settle(who, data.createReport.report.customerReportId);
  return data.createReport.report.id;
}

/** The `data` of every event of a subscription over SSE, until it ends. */
async function subscribe(who: TestClient, id: string, onEvent: () => void = () => {}) {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${await tokenFor(system, who)}`,
    },
    body: JSON.stringify({ query: `subscription { reportStatus(id: "${id}") { status progress url } }` }),
  });
  const events: {
    data: { reportStatus: { status: string; url: string | null } } | null;
    errors?: unknown;
  }[] = [];
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) {
      const data = /^data: ?(.+)$/m.exec(part)?.[1];
      if (/^event: next$/m.test(part) && data) events.push(JSON.parse(data));
      onEvent();
    }
  }
  return events;
}

const statuses = (events: Awaited<ReturnType<typeof subscribe>>) =>
  events.map(({ data }) => data?.reportStatus.status).filter((status, at, all) => status !== all[at - 1]);

describe('reports in GraphQL', () => {
  test('the catalogue names every dimension and metric of the interface', async () => {
    const { data } = await graphql(
      client,
      '{ reportCatalog { dimensions { id name } metrics { id name } } }',
    );
    expect(data.reportCatalog.dimensions.map(({ id }: { id: number }) => id)).toEqual([
      4, 5, 6, 149, 56, 64, 19, 10001, 10002, 10003,
    ]);
    expect(data.reportCatalog.metrics).toEqual(
      expect.arrayContaining([
        { id: 584, name: 'Average Win Rate' },
        { id: 10002, name: 'Spend' },
      ]),
    );
  });

  test('a bad payload is refused with the messages of REST, and validateOnly queues nothing', async () => {
    const bad = {
      dateTypeId: 12,
      intervalTypeId: 2,
      reportOption: { timezone: 'x', metricTypeIds: [1], having: { type: 'and' } },
    };
    const rest = await call(client, 'POST', '/extreport/', bad);
    const { data } = await graphql(client, CREATE, { input: bad });
    const { issues } = data.createReport;
    expect(issues.map(({ message }: { message: string }) => message).join('; ')).toBe(rest.body.message);
    expect(issues.map(({ path }: { path: string }) => path)).toEqual([
      'reportOption.timezone',
      'dateTypeId',
      'reportOption.having.havingSpecs',
    ]);
    const before = await system.db.report.count();
    const { advertiserIds, ...stored } = { ...hourly.reportOption, accountIds: [] };
    expect(advertiserIds).toEqual([]);
    const dry = await graphql(client, CREATE, { input: hourly, validateOnly: true });
    expect(dry.data.createReport).toMatchObject({
      report: { status: 'SUBMITTED' },
      changes: [
        { path: 'status', before: null, after: 'SUBMITTED' },
        // Stored as the reporting interface names it.
        { path: 'requestPayload', before: null, after: { ...hourly, reportOption: stored } },
      ],
    });
    expect(await system.db.report.count()).toBe(before);
  });

  test('a finished report is read page by page, the same rows as its CSV', async () => {
    const input = {
      ...hourly,
      reportOption: { ...hourly.reportOption, advertiserIds: [`Advertiser:${ids.advertiserId}`] },
    };
    const id = await finished(client, input);
    const PAGE = `query($id: ID!, $after: String) { report(id: $id) { status numRows url
      rows(first: 25, after: $after) { columns totalCount nodes { cells data } edges { cursor } pageInfo { hasNextPage endCursor } } } }`;
    const cells: string[][] = [];
    let after: string | null = null;
    let url = '';
    for (let page = 0; page < 3; page += 1) {
      const {
        data,
      }: {
        data: {
          report: {
            url: string;
            rows: {
              nodes: { cells: string[]; data: object }[];
              pageInfo: { hasNextPage: boolean; endCursor: string };
              totalCount: number;
            };
          };
        };
      } = await graphql(client, PAGE, { id, after });
      const { rows } = data.report;
      ({ url } = data.report);
      cells.push(...rows.nodes.map((node) => node.cells));
      expect([rows.totalCount, rows.pageInfo.hasNextPage]).toEqual([60, page < 2]);
      after = rows.pageInfo.endCursor;
    }
    const csv: string[][] = parse((await service.fetchCsv(url)).body);
    expect(cells).toEqual(csv.slice(1));
    const other = await graphql(client, PAGE, { id: await finished(client, hourly), after: null });
    const ofAnother = other.data.report.rows.edges[0].cursor;
    const [row, byte, signature] = Buffer.from(ofAnother, 'base64url').toString().split(':').slice(1);
    const made = [`row:1:99999999`, `row:1:7`, `row:${row}:${Number(byte) + 1}:${signature}`];
    for (const bad of [
      'nope',
      '',
      ofAnother,
      ...made.map((text) => Buffer.from(text).toString('base64url')),
    ]) {
      const { errors } = await graphql(client, PAGE, { id, after: bad });
      expect(errors[0]).toMatchObject({
        message: expect.stringContaining('"after"'),
        extensions: { code: 'BAD_USER_INPUT' },
      });
    }
  });

  test('names that look like formulas are raw in the url, and text in the one for spreadsheets', async () => {
    const id = await finished(client, hourly);
    const { data } = await graphql(
      client,
      `{ report(id: "${id}") { url safe: url(spreadsheetSafe: true) } }`,
    );
    const [raw, safe]: string[][][] = await Promise.all(
      [data.report.url, data.report.safe].map(async (url) => parse((await service.fetchCsv(url)).body)),
    );
    expect(raw?.[1]?.[2]).toBe('=cmd');
    expect(safe?.[1]?.[2]).toBe("'=cmd");
    expect(safe?.map((row) => row.filter((_, at) => at !== 2))).toEqual(
      raw?.map((row) => row.filter((_, at) => at !== 2)),
    );
  });

  test('having nests 5 deep and a filter takes 10,000 ids; 6 levels are refused by name', async () => {
    const deep = (depth: number): object =>
      depth === 1
        ? { type: 'greaterThan', metricTypeId: 1, value: 57 }
        : { type: 'and', havingSpecs: [deep(depth - 1)] };
    const includeValues = Array.from({ length: 10_000 }, (_, n) => ({ id: String(ids.lineId + n) }));
    const filterOptions = [{ dimensionTypeId: 6, includeValues }];
    const reportOption = { ...hourly.reportOption, having: deep(5), filterOptions };
    const id = await finished(client, { ...hourly, reportOption });
    const { data } = await graphql(client, `{ report(id: "${id}") { status numRows } }`);
    expect(data.report).toEqual({ status: 'SUCCESS', numRows: 2 });
    const input = { ...hourly, reportOption: { ...reportOption, having: deep(6) } };
    const { data: refused } = await graphql(client, CREATE, { input });
    expect(refused.createReport.issues).toEqual([
      {
        path: `reportOption.having${'.havingSpecs[0]'.repeat(5)}`,
        message: expect.stringMatching(/ is nested more than 5 levels deep$/),
      },
    ]);
  });

  test('another seat sees neither the report nor that it exists', async () => {
    const id = await finished(client, hourly);
    const other = await service.client();
    expect(await graphql(other, `{ report(id: "${id}") { status } reports { totalCount } }`)).toMatchObject({
      data: { report: null, reports: { totalCount: 0 } },
    });
    const { data } = await graphql(
      client,
      '{ reports(first: 2) { totalCount nodes { id status } pageInfo { hasNextPage } } }',
    );
    expect(data.reports.nodes[0].id).toBe(id);
  });
});

describe('subscription reportStatus', () => {
  test('sends each state in order and ends; a finished report is sent once', async () => {
    const { data } = await graphql(client, CREATE, { input: hourly });
    const { id } = data.createReport.report;
    const events = await subscribe(client, id);
    const seen = statuses(events);
    expect(['SUBMITTED', 'PROCESSING', 'SUCCESS'].slice(-seen.length)).toEqual(seen);
    expect(seen.at(-1)).toBe('SUCCESS');
    expect(events.at(-1)?.data?.reportStatus.url).toMatch(/^http/);
    expect(statuses(await subscribe(client, id))).toEqual(['SUCCESS']);
  });

  test('misses no state however fast it passes, for many at once', async () => {
    const jobs = await Promise.all(
      Array.from({ length: 12 }, () => graphql(client, CREATE, { input: hourly })),
    );
    const all = await Promise.all(jobs.map(({ data }) => subscribe(client, data.createReport.report.id)));
    for (const events of all) {
      const seen = statuses(events);
      expect(['SUBMITTED', 'PROCESSING', 'SUCCESS'].slice(-seen.length)).toEqual(seen);
    }
    expect(all.some((events) => statuses(events).length === 3)).toBe(true);
  });

  test('a report of another seat is not found', async () => {
    const id = await finished(client, hourly);
    const events = await subscribe(await service.client(), id);
    expect(events).toEqual([
      expect.objectContaining({ errors: [expect.objectContaining({ extensions: { code: 'NOT_FOUND' } })] }),
    ]);
  });
});
