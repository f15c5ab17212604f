import { randomUUID } from 'node:crypto';
import { getNamedType, isUnionType } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { removeExpired, removeOldReports } from '../../../src/operations/worker/maintenance.ts';
import { type TestClient, tokenFor } from '../../support/actors.ts';
import { reportingService } from './support.ts';

/** The call windows of reports, and the retention of reports and their files. */
const service = await reportingService({ worker: false });
const { app, system, call } = service;
const payload = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };
let client: TestClient;
beforeEach(async () => {
  client = await service.client({ quotas: {} });
});

const create = (who = client, body: object = payload) => call(who, 'POST', '/extreport/', body);
const ask = (who = client, id: string = randomUUID()) => call(who, 'GET', `/extreport/${id}`);
const many = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const all: T[] = [];
  for (let n = 0; n < count; n += 1) all.push(await one());
  return all;
};
const CREATE = `mutation ($input: CreateReportInput!, $validateOnly: Boolean) {
  createReport(input: $input, validateOnly: $validateOnly) {
    __typename ... on RateLimitedError { code message limit retryAfter httpStatus } } }`;
async function graphql(variables: object, headers: Record<string, string> = {}) {
  const token = await tokenFor(system, client);
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${token}`, ...headers },
    payload: { query: CREATE, variables },
  });
  return answer.json().data?.createReport;
}

test('a user creates 20 reports in any minute, over REST and GraphQL together', async () => {
  expect((await many(10, create)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  for (const answer of await many(10, () => graphql({ input: payload })))
    expect(answer).toEqual({ __typename: 'CreateReportPayload' });
  const refused = await create();
  expect(refused).toEqual({
    status: 429,
    body: {
      errorCode: 'E0429',
      responseCode: 429,
      message: expect.stringContaining('REPORT_POST_PER_MINUTE'),
    },
  });
  expect(await graphql({ input: payload })).toEqual({
    __typename: 'RateLimitedError',
    code: 'RATE_LIMITED',
    httpStatus: 429,
    limit: 'REPORT_POST_PER_MINUTE',
    message: refused.body.message,
    retryAfter: expect.any(Number),
  });
  expect(await system.db.report.count({ where: { userId: client.userId } })).toBe(20);
  system.advance(61);
  expect((await create()).status).toBe(200);
  const other = await service.client({ quotas: {}, seatId: client.seatId });
  expect((await create(other)).status).toBe(200);
});

test('100 in any hour and 800 in any day', async () => {
  for (let minute = 0; minute < 5; minute += 1) {
    await many(20, create);
    system.advance(61);
  }
  expect((await create()).body.message).toContain('REPORT_POST_PER_HOUR');
  const answer = await app.inject({
    method: 'POST',
    url: '/extreport',
    headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, client) },
    payload,
  });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
  const { windows } = await (await import('../../../src/domain/access/quota/calls.ts')).lookAtCalls({
    system,
    userId: client.userId,
    method: 'REPORT_POST',
  });
  expect(windows.map(({ name, limit }) => [name, limit])).toEqual([
    ['REPORT_POST_PER_MINUTE', 20],
    ['REPORT_POST_PER_HOUR', 100],
    ['REPORT_POST_PER_DAY', 800],
  ]);
});

const WRONG: Record<string, () => Promise<{ status: number }>> = {
  'a wrong payload over REST': () => create(client, { ...payload, dateTypeId: 99 }),
  'a restricted combination over REST': () =>
    create(client, { ...payload, dataSource: 15, reportOption: { metricTypeIds: [1] } }),
  'a body that is not JSON': async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/extreport',
      headers: {
        'x-auth-method': 'OAuth2',
        'x-auth-token': await tokenFor(system, client),
        'content-type': 'application/json',
      },
      payload: '{"dateTypeId":',
    });
    return { status: answer.statusCode };
  },
  'a wrong payload over GraphQL': async () => {
    const { __typename } = await graphql({ input: { ...payload, dateTypeId: 99 } });
    return { status: __typename === 'ValidationError' ? 400 : 429 };
  },
};

/** What GraphQL refuses before the domain sees it, with a document of its own each. */
const WRONG_VARIABLES: Record<string, object> = {
  'of another type': { input: { ...payload, dateTypeId: 'ten' } },
  'without the input': {},
  'with an unknown field': { input: { ...payload, nope: 1 } },
  'that are no object': { input: [1, 'x'] },
};

test.each(Object.entries(WRONG_VARIABLES))(
  'variables %s count as a report that is created',
  async (_name, variables) => {
    for (const answer of await many(20, () => graphql(variables))) expect(answer).toBeUndefined();
    expect((await create()).status).toBe(429);
    expect((await graphql({ input: payload })).limit).toBe('REPORT_POST_PER_MINUTE');
  },
);

test('invalid variables of a dry run, a query or a mutation without a window do not count', async () => {
  await many(25, () => graphql({ input: 1, validateOnly: true }));
  for (const query of [
    'query ($id: ID!) { report(id: $id) { id } }',
    'mutation ($input: CreateDealInput!) { createDeal(input: $input) { __typename } }',
  ])
    await many(25, async () => {
      const authorization = `Bearer ${await tokenFor(system, client)}`;
      const answer = await app.inject({
        ...{ method: 'POST', url: '/graphql', headers: { authorization } },
        payload: { query, variables: { id: {}, input: 1 } },
      });
      expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT');
    });
  expect((await create()).status).toBe(200);
});

test('every mutation that can be refused for its window counts calls that do not reach it', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const limited = mutations.filter(({ type }) => {
    const result = getNamedType(type);
    return isUnionType(result) && result.getTypes().some(({ name }) => name === 'RateLimitedError');
  });
  expect(limited.map(({ name }) => name)).toContain('createReport');
  for (const { name, extensions } of limited)
    expect([name, typeof extensions.countCall]).toEqual([name, 'function']);
});

test.each(Object.entries(WRONG))('%s counts as a report that is created', async (_name, wrong) => {
  for (const { status } of await many(20, wrong)) expect([400, 422]).toContain(status);
  expect((await wrong()).status).toBe(429);
  expect((await create()).status).toBe(429);
});

test('a dry run, a replay and a call over the limit take nothing', async () => {
  await many(25, () => graphql({ input: payload, validateOnly: true }));
  const key = { 'idempotency-key': randomUUID() };
  for (const answer of await many(25, () => graphql({ input: payload }, key)))
    expect(answer.__typename).toBe('CreateReportPayload');
  expect((await many(19, create)).map(({ status }) => status)).toEqual(Array(19).fill(200));
  expect((await create()).status).toBe(429);
  system.advance(61);
  expect((await many(20, create)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  await many(10, create);
  system.advance(61);
  expect((await create()).status).toBe(200);
});

test('a user can request 60 reports in any minute; the list of GraphQL does not count', async () => {
  expect(new Set((await many(60, ask)).map(({ status }) => status))).toEqual(new Set([422]));
  expect(await ask()).toMatchObject({ status: 429, body: { errorCode: 'E0429', responseCode: 429 } });
  expect((await create()).status).toBe(200);
});

test('an operator raises the windows of a user', async () => {
  const { setUserQuota } = await import('../../../src/domain/access/quota/set.ts');
  await setUserQuota({ system, userId: client.userId, quotas: { reportPostPerMin: 22, reportGetPerMin: 1 } });
  await many(22, create);
  expect((await create()).status).toBe(429);
  await ask();
  expect((await ask()).status).toBe(429);
});

test('finished reports are returned for 13 months, unfinished ones for good', async () => {
  const { userId, seatId } = client;
  const make = (status: string, months: number) =>
    system.db.report.create({
      data: {
        customerReportId: randomUUID(),
        seatId,
        userId,
        seatIds: [seatId],
        payload: {},
        status,
        createdAt: new Date(system.now().getTime() - months * 31 * 86_400_000),
      },
    });
  const retained = [await make('SUCCESS', 12), await make('FAILED', 12), await make('SUBMITTED', 14)];
  await make('SUCCESS', 14);
  await make('FAILED', 14);
  await system.db.report.createMany({
    data: Array.from({ length: 1200 }, () => ({
      customerReportId: randomUUID(),
      seatId,
      userId,
      seatIds: [seatId],
      payload: {},
      status: 'SUCCESS',
      createdAt: new Date('2020-01-01'),
    })),
  });
  await removeOldReports({ system });
  const left = await system.db.report.findMany({ where: { seatId }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual(retained.map(({ id }) => id).sort());
});

test('a file is deleted a day after its URL expires, so that downloads that began in time can finish', async () => {
  const { files } = service.warehouse;
  const { body } = await create();
  const name = `reports/${body.customerReportId}/1.csv`;
  await files.publish(
    await files.draft().then(async (draft) => {
      await (await import('node:fs/promises')).writeFile(draft, 'x');
      return draft;
    }),
    name,
  );
  await system.db.report.update({
    where: { customerReportId: body.customerReportId },
    data: { status: 'SUCCESS', fileName: name, fileBytes: 1, numRows: 0 },
  });
  system.advance(47 * 3600);
  await removeExpired({ system, warehouse: service.warehouse });
  expect(await files.exists(name)).toBe(true);
  system.advance(2 * 3600);
  await removeExpired({ system, warehouse: service.warehouse });
  expect(await files.exists(name)).toBe(false);
});
