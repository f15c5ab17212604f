import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { tokenFor } from '../../support/actors.ts';
import { createTree, keywordOf, nativeTest } from './support.ts';

const native = await nativeTest();
const { system } = native;

/** A tree whose user has taken as many units as leaves `left`. */
async function withUnits(left: number) {
  const tree = await createTree(native);
  const { headers } = await tree.call('GET', `/campaign/${tree.campaignId}`);
  const used = Number(headers['ratelimit-limit']) - Number(headers['ratelimit-remaining']);
  await setUserQuota({ system, userId: tree.client.userId, quotas: { nativePerHr: used + left } });
  return tree;
}

const remaining = ({ headers }: { headers: Record<string, unknown> }) =>
  Number(headers['ratelimit-remaining']);
const REFUSED = {
  status: 429,
  headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  body: {
    status: 429,
    data: {
      errors: [
        {
          errIndex: -1,
          code: 'E40003_TOO_MANY_REQUESTS',
          message: expect.any(String),
          description: expect.any(String),
        },
      ],
      response: null,
      timestamp: expect.any(String),
    },
  },
};

describe('the units of a clock hour', () => {
  it('are 100,000 by default', async () => {
    const tree = await createTree(native);
    await system.db.userQuota.deleteMany({ where: { userId: tree.client.userId } });
    const { headers } = await tree.call('GET', `/campaign/${tree.campaignId}`);
    expect(headers['ratelimit-limit']).toBe('100000');
  });

  it('cost the price of one object for a call of more than 500, which could never pass', async () => {
    const { call, ...tree } = await withUnits(1000);
    const tooMany = Array.from({ length: 501 }, () => keywordOf(tree));
    const refused = await call('POST', '/keyword', tooMany);
    expect([refused.status, remaining(refused)]).toEqual([400, 997]);
  });

  // covers: 3.limits.get-1, 3.limits.put-and-delete-2, 3.limits.post-3
  it('cost 1 for a row read, 2 for one changed or deleted, 3 for one created', async () => {
    const { call, ...tree } = await withUnits(1000);
    const created = await call('POST', '/keyword', [keywordOf(tree), null, keywordOf(tree)]);
    expect(remaining(created)).toBe(991);
    expect(created.headers).toMatchObject({ 'ratelimit-reset': expect.stringMatching(/^\d+$/) });
    const [{ id }] = created.body.response;
    expect(remaining(await call('PUT', '/keyword', { id, status: 'PAUSED' }))).toBe(989);
    expect(remaining(await call('DELETE', `/keyword/${id}`))).toBe(987);
    expect(remaining(await call('GET', `/keyword/${id}`))).toBe(986);
    expect(remaining(await call('GET', `/adgroup?advertiserId=${tree.advertiserId}&mr=500`))).toBe(985);
    expect(remaining(await call('GET', `/keyword?advertiserId=987654321`))).toBe(Number.NaN);
    expect(remaining(await call('GET', `/targetingattribute?advertiserId=${tree.advertiserId}`))).toBe(984);
    expect(remaining(await call('POST', '/keyword', []))).toBe(983);
    expect(remaining(await call('GET', '/dictionary/language'))).toBe(Number.NaN);
    expect(remaining(await call('GET', `/keyword/${id}`))).toBe(982);
  });

  // covers: 3.errors.e40003_too_many_requests, 3.errors.8
  it('that do not suffice refuse the whole call, which takes none and stores nothing', async () => {
    const { call, ...tree } = await withUnits(8);
    const refused = await call('POST', '/keyword', [keywordOf(tree), keywordOf(tree), keywordOf(tree)]);
    expect(refused).toMatchObject(REFUSED);
    expect(remaining(refused)).toBe(8);
    const toNextHour = 3600 - ((system.now().getTime() / 1000) % 3600);
    expect(Math.abs(Number(refused.headers['retry-after']) - toNextHour)).toBeLessThan(10);
    expect(await call('GET', `/keyword?advertiserId=${tree.advertiserId}&mr=9`)).toMatchObject(REFUSED);
    const few = await call('GET', `/keyword?advertiserId=${tree.advertiserId}&mr=8`);
    expect(few).toMatchObject({ status: 200, body: { response: [] } });
    expect((await call('POST', '/keyword', [keywordOf(tree), keywordOf(tree)])).status).toBe(200);
  });

  it('come back with the next hour', async () => {
    const { call, ...tree } = await withUnits(0);
    expect(await call('GET', `/campaign/${tree.campaignId}`)).toMatchObject(REFUSED);
    system.advance(3600);
    const token = await tokenFor(system, tree.client);
    const answer = await call('GET', `/campaign/${tree.campaignId}`, undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(answer.status).toBe(200);
    system.advance(-3600);
  });

  it('are exact under concurrency and over two processes', async () => {
    const tree = await withUnits(60);
    const other = openDatabase({ url: system.database.url });
    const second = await buildApp({ system: { ...system, db: other.prisma, pool: other.pool } });
    try {
      const token = await tokenFor(system, tree.client);
      const url = `/v3/rest/campaign/${tree.campaignId}`;
      const headers = { authorization: `Bearer ${token}` };
      const answers = await Promise.all(
        Array.from({ length: 120 }, (_, index) => (index % 2 ? native.app : second).inject({ url, headers })),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(60);
    } finally {
      await second.close();
      await other.close();
    }
  });
});
