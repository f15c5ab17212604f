import { expect, test } from 'vitest';
import { testApp, trafficHeaders } from '../support/app.ts';
import { trafficSystem } from '../support/seat.ts';

const { system, caller } = await trafficSystem();
const { send } = await testApp(system);
const seat = await caller();

test('closeOfBooks says what GET /extreport/cob says, and null for an advertiser that is not the seat’s', async () => {
  const { id } = await seat.advertiser({ timezone: 'Asia/Tokyo' });
  const query =
    'query ($id: ID!, $day: String!) { closeOfBooks(advertiserId: $id, day: $day) { advertiserTimezone dayClosed } }';
  const headers = await trafficHeaders(system, seat.client);
  const both = async (day: string) => {
    const { body } = await seat.graphql(query, { id: `Advertiser:${id}`, day });
    const rest = await send('GET', `/extreport/cob?advertiserId=${id}&day=${day}`, { headers });
    expect(body.data?.closeOfBooks).toEqual(rest.body);
    return rest.body;
  };
  expect(await both('20260308')).toEqual({ advertiserTimezone: 'Asia/Tokyo', dayClosed: false });
  await system.db.dayClose.create({ data: { advertiserId: id, day: new Date('2026-03-08') } });
  expect(await both('2026-03-08')).toMatchObject({ dayClosed: true });

  const stranger = await caller();
  expect((await stranger.graphql(query, { id, day: '20260308' })).body).toMatchObject({
    data: { closeOfBooks: null },
  });
  const { body } = await seat.graphql(query, { id, day: '20260231' });
  expect(body.errors).toMatchObject([{ extensions: { code: 'VALIDATION' }, path: ['closeOfBooks'] }]);
  expect(body.errors[0].message).toContain('day must be a date');
});

test('restRateLimits are the windows of REST, which GraphQL does not use up', async () => {
  const own = await caller();
  await own.get('/advertisers');
  const read = async () => {
    const { body } = await own.graphql('{ restRateLimits { name limit remaining seconds } }');
    return body.data.restRateLimits as { name: string; limit: number; remaining: number }[];
  };
  await read();
  const windows = await read();
  expect(windows).toHaveLength(9);
  expect(windows.map(({ name }) => name)).toContain('PUT_PER_DAY');
  const minute = windows.find(({ name }) => name === 'GET_PER_MINUTE');
  expect(minute).toMatchObject({ remaining: (minute?.limit ?? 0) - 1, seconds: 60 });
  const { body } = await own.get('/ratelimit');
  expect(body.response.trafficApiRateLimit.getLimitPerMinRemaining).toBe((minute?.remaining ?? 0) - 1);
});
