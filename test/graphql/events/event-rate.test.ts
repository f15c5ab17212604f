import { afterAll, expect, it } from 'vitest';
import { setAdvertiserQuota } from '../../../src/domain/access/quota/set.ts';
import type { TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, postEvents } from '../../support/traffic/intake.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());
const poster = await createPoster(system);
const other = await createPoster(system);

async function ask(query: string, client: TestClient = poster.client) {
  const headers = await bearerHeaders(system, client);
  return (await send('POST', '/graphql', { headers, body: { query } })).body.data;
}
const rate = async () =>
  (await ask(`{ advertiser(id: "${poster.advertiserId}") { eventRate { limit used } } }`)).advertiser
    .eventRate;
const refusals = (client?: TestClient) =>
  ask('{ eventRefusals { requests latestAt pixel { databaseId } } }', client);

it('the rate is what was accepted within the last second, against the advertiser’s own limit', async () => {
  expect(await rate()).toEqual({ limit: 5000, used: 0 });
  await setAdvertiserQuota({ system, advertiserId: poster.advertiserId, eventsPerSec: 7 });
  await postEvents(app, poster, [anEvent(), anEvent(), anEvent()]);
  expect(await rate()).toEqual({ limit: 7, used: 3 });
  await expect.poll(rate, { timeout: 3_000 }).toEqual({ limit: 7, used: 0 });
});

it('refused requests are counted for the pixel’s seat alone, by whichever rule they were refused', async () => {
  expect(await refusals()).toEqual({ eventRefusals: [] });
  await postEvents(app, poster, [{}]);
  await postEvents(app, poster, 'no JSON');
  // A client of another seat sends for this pixel: its own seat must not see that.
  await postEvents(app, { ...poster, eventToken: other.eventToken }, [anEvent()]);
  await expect.poll(refusals, { timeout: 3_000 }).toEqual({
    eventRefusals: [{ requests: 2, latestAt: expect.any(String), pixel: { databaseId: poster.pixelId } }],
  });
  expect(await refusals(other.client)).toEqual({ eventRefusals: [] });
});

it('refusals older than a day are not returned', async () => {
  const old = new Date(system.now().getTime() - 26 * 3_600_000);
  await system.pool.query('INSERT INTO event_refusal VALUES ($1, $2, 5, $2)', [other.pixelId, old]);
  expect(await refusals(other.client)).toEqual({ eventRefusals: [] });
});
