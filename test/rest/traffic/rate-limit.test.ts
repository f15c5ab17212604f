import { describe, expect, test } from 'vitest';
import { createClient } from '../../support/actors.ts';
import { testApp, trafficHeaders } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { send } = await testApp(system);

/** A client whose user has these quotas, and the headers of its calls. */
async function caller(quotas: Record<string, number> = {}) {
  const client = await createClient(system, { quotas });
  return { client, headers: await trafficHeaders(system, client) };
}

describe('GET /traffic/ratelimit', () => {
  // covers: 2.limits.get, 2.limits.put, 2.limits.post
  test('200: all nine limits, what is left of each, and the legacy fields with the values of GET', async () => {
    const { client, headers } = await caller();
    const { status, body } = await send('GET', '/traffic/ratelimit', { headers });
    expect(status).toBe(200);
    expect(body).toEqual({
      response: {
        trafficApiRateLimit: {
          userId: client.userId,
          getLimitPerMin: 60,
          getLimitPerHr: 360,
          getLimitPerDay: 8000,
          postLimitPerMin: 30,
          postLimitPerHr: 75,
          postLimitPerDay: 1000,
          putLimitPerMin: 30,
          putLimitPerHr: 100,
          putLimitPerDay: 2000,
          // The reading itself is a GET.
          getLimitPerMinRemaining: 59,
          getLimitPerHrRemaining: 359,
          getLimitPerDayRemaining: 7999,
          postLimitPerMinRemaining: 30,
          postLimitPerHrRemaining: 75,
          postLimitPerDayRemaining: 1000,
          putLimitPerMinRemaining: 30,
          putLimitPerHrRemaining: 100,
          putLimitPerDayRemaining: 2000,
          limitPerMin: 60,
          limitPerHour: 360,
          limitPerDay: 8000,
        },
      },
      errors: null,
      timeStamp: expect.any(String),
    });
  });

  test('200: a user’s own quotas are shown in place of the documented ones', async () => {
    const { headers } = await caller({ getPerHr: 7, postPerDay: 9 });
    const { body } = await send('GET', '/traffic/ratelimit', { headers });
    expect(body.response.trafficApiRateLimit).toMatchObject({
      getLimitPerHr: 7,
      limitPerHour: 7,
      postLimitPerDay: 9,
      postLimitPerDayRemaining: 9,
    });
  });
});

describe('429', () => {
  // covers: 2.errors.2
  test('names the limit in validationErrors and says when to come back', async () => {
    const { headers } = await caller({ getPerMin: 1 });
    await send('GET', '/traffic/advertisers', { headers });
    const { status, headers: answered, body } = await send('GET', '/traffic/advertisers', { headers });
    expect(status).toBe(429);
    expect(body).toEqual({
      response: null,
      errors: {
        httpStatusCode: 429,
        message: null,
        validationErrors: [
          {
            message: 'Rate limit exceeded: the 1 of GET_PER_MINUTE are used up.',
            propertyName: 'GET_PER_MINUTE',
          },
        ],
      },
      timeStamp: expect.any(String),
    });
    expect(Number(answered['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(answered['retry-after'])).toBeLessThanOrEqual(60);
  });

  test.each([
    ['PUT', 'putPerMin', 'PUT_PER_MINUTE'],
    ['PUT', 'putPerHr', 'PUT_PER_HOUR'],
    ['PUT', 'putPerDay', 'PUT_PER_DAY'],
    ['POST', 'postPerMin', 'POST_PER_MINUTE'],
    ['POST', 'postPerHr', 'POST_PER_HOUR'],
    ['POST', 'postPerDay', 'POST_PER_DAY'],
  ] as const)(
    'a %s over %s is refused before it is looked at, and nothing is stored',
    async (method, quota, name) => {
      const { client, headers } = await caller({ [quota]: 0 });
      const url = method === 'PUT' ? '/traffic/advertisers/1' : '/traffic/advertisers';
      const { status, body } = await send(method, url, { headers, body: { name: 'Never stored' } });
      expect(status).toBe(429);
      expect(body.errors.validationErrors).toMatchObject([{ propertyName: name }]);
      expect(await system.db.advertiser.count({ where: { seatId: client.seatId } })).toBe(0);
    },
  );

  test('a refused call does not count: the remaining calls are unchanged', {
    tags: ['one-process'],
  }, async () => {
    const { client, headers } = await caller({ getPerMin: 1 });
    for (let i = 0; i < 3; i += 1) await send('GET', '/traffic/advertisers', { headers });
    expect(await system.db.rateCall.count({ where: { userId: client.userId } })).toBe(1);
  });
});

describe('RateLimit headers', () => {
  test.each([
    ['a page', 'GET', '/traffic/advertisers', undefined, 200],
    ['an unknown id', 'GET', '/traffic/advertisers/999999', undefined, 404],
    ['a refused page', 'GET', '/traffic/advertisers?limit=0', undefined, 400],
    ['a refused body', 'POST', '/traffic/advertisers', { name: 1 }, 400],
    ['a body that is no JSON', 'POST', '/traffic/advertisers', '{', 400],
    ['an unknown path', 'GET', '/traffic/nowhere', undefined, 404],
    ['a post to an unknown path', 'POST', '/traffic/nowhere/1', { name: 1 }, 404],
    ['a method that a path lacks', 'POST', '/traffic/ratelimit', {}, 405],
    ['a path of another wire profile', 'GET', '/traffic/campaigns', undefined, 404],
  ] as const)('stand on %s', async (_what, method, url, body, status) => {
    const { headers } = await caller({ getPerHr: 20, postPerMin: 10 });
    const answer = await send(method, url, { headers, body });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(
      method === 'GET'
        ? { 'ratelimit-limit': '20', 'ratelimit-remaining': '19', 'ratelimit-policy': '20;w=3600' }
        : { 'ratelimit-limit': '10', 'ratelimit-remaining': '9', 'ratelimit-policy': '10;w=60' },
    );
    expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThan(0);
  });

  test('show the windows of GET for a method without windows, which takes nothing from them', async () => {
    const { headers } = await caller({ getPerHr: 20 });
    for (const url of ['/traffic/advertisers', '/traffic/nowhere'])
      expect((await send('DELETE', url, { headers })).headers).toMatchObject({
        'ratelimit-policy': '20;w=3600',
        'ratelimit-remaining': '20',
      });
  });

  test.each([
    ['an unknown path', '/traffic/nowhere', 404],
    ['a method that a path lacks', '/traffic/ratelimit', 405],
  ])('a refusal of %s needs no token, and then has none of them', async (_what, url, status) => {
    for (const headers of [{}, { 'x-auth-method': 'OAuth2', 'x-auth-token': 'e30.e30.e30' }]) {
      const answer = await send('POST', url, { headers, body: {} });
      expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([status, undefined]);
    }
  });

  test('stand on a refusal too, with nothing left', async () => {
    const { headers } = await caller({ getPerMin: 0 });
    const { headers: answered } = await send('GET', '/traffic/advertisers', { headers });
    expect(answered).toMatchObject({ 'ratelimit-limit': '0', 'ratelimit-remaining': '0' });
  });
});

test('GraphQL does not use up the windows of REST', async () => {
  const { client, headers } = await caller();
  await send('POST', '/graphql', {
    headers: { authorization: `Bearer ${headers['x-auth-token']}` },
    body: { query: '{ advertisers { totalCount } }' },
  });
  expect(await system.db.rateCall.count({ where: { userId: client.userId } })).toBe(0);
});
