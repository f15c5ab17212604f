import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { setAdvertiserQuota } from '../../../src/domain/access/quota/set.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, postEvents } from '../../support/traffic/intake.ts';

/** Events that are not stored take from no rate of events, but are read and checked: a seat may send 2 MiB of them a second. */

const system = await testSystem();
const { app } = await testApp(system);
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());
const MIB = 2 ** 20;
const large = (event: object, bytes = 9 * MIB) => [{ ...event, filler: 'x'.repeat(bytes) }];

test.each([
  ['refused', large({}), {}, [400, 400]],
  ['tests', large(anEvent()), { 'x-test-event-code': 'T1' }, [200, 200]],
  // The first is stored.
  ['repeats', large(anEvent()), { 'idempotency-key': 'again' }, [200, 200, 200]],
])(
  '%s: what is over 16 MiB at once waits, another seat does not',
  // Each process has a count of its own.
  { tags: ['one-process'] },
  async (_what, events, headers, statuses) => {
    const [poster, other] = [await createPoster(system), await createPoster(system)];
    // The clock stands still: on a busy machine, what was sent would be allowed again before the last of it is read.
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    for (const status of statuses)
      expect((await postEvents(app, poster, events, headers)).statusCode).toBe(status);
    const refused = await postEvents(app, poster, [anEvent()]);
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'Error. Rate limit exceeded.']);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect((await postEvents(app, other, [anEvent()])).statusCode).toBe(200);
    clock.mockReturnValue(now + wait * 1_000);
    expect((await postEvents(app, poster, [anEvent()])).statusCode).toBe(200);
  },
);

test('what is stored counts nothing, and a client over its rate is not shut out by its own attempts', {
  tags: ['one-process'],
}, async () => {
  const poster = await createPoster(system);
  for (let time = 0; time < 3; time += 1)
    expect((await postEvents(app, poster, large(anEvent()))).statusCode).toBe(200);
  await setAdvertiserQuota({ system, advertiserId: poster.advertiserId, eventsPerSec: 1 });
  const statuses = new Set<number>();
  const many = [anEvent(), anEvent()];
  for (let time = 0; time < 20; time += 1) statuses.add((await postEvents(app, poster, many)).statusCode);
  expect([...statuses]).toEqual([413]);
  await setAdvertiserQuota({ system, advertiserId: poster.advertiserId, eventsPerSec: 5_000 });
  expect((await postEvents(app, poster, many)).statusCode).toBe(200);
});
