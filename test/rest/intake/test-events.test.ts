import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { setAdvertiserQuota } from '../../../src/domain/access/quota/set.ts';
import { storeRefused } from '../../../src/domain/events/event/refused/keep.ts';
import { watchActivity } from '../../../src/domain/events/event/watch.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, eventsOf, postEvents } from '../../support/traffic/intake.ts';

/** Test events: validated, answered and shown live, and not stored. */

const system = await testSystem();
const { app } = await testApp(system);
afterAll(() => app.close());

const CODE = { test_event_code: 'TEST123' };

test('an event with a test code is answered and shown, without its identity, and leaves no trace', async () => {
  const poster = await createPoster(system);
  const live = watchActivity({ system, pixelId: poster.pixelId });
  const next = live.next();
  // The stream begins with the first request after it was opened.
  await expect
    .poll(async () => {
      await postEvents(app, poster, [anEvent({ ...CODE, custom_data: { gv: '1.10', product_id: 'a, b' } })]);
      return Promise.race([next.then(() => true), new Promise((done) => setTimeout(done, 50, false))]);
    })
    .toBe(true);
  const { value } = await next;
  await live.return(undefined);
  expect(value).toMatchObject({ outcome: 'TEST', eventCount: 1, pixelId: poster.pixelId });
  expect(value?.events).toMatchObject([
    { gv: '1.10', productIds: ['a', 'b'], actionSource: 'website', identities: ['email', 'idfa'] },
  ]);
  expect(JSON.stringify(value)).not.toContain('a'.repeat(64));
  expect(await eventsOf(system, poster.pixelId)).toEqual([]);
  const receipts = await system.pool.query('SELECT FROM event_receipt WHERE pixel_id = $1', [poster.pixelId]);
  expect(receipts.rowCount).toBe(0);
});

test('of many tests the first five are shown, and of large ones those that fit into a message', async () => {
  const shownOf = async (events: object[]) => {
    const poster = await createPoster(system);
    const live = watchActivity({ system, pixelId: poster.pixelId });
    const next = live.next();
    await expect
      .poll(async () => {
        await postEvents(app, poster, events);
        return Promise.race([next.then(() => true), new Promise((done) => setTimeout(done, 50, false))]);
      })
      .toBe(true);
    const { value } = await next;
    await live.return(undefined);
    expect(value).toMatchObject({ outcome: 'TEST', eventCount: events.length });
    return value?.events ?? [];
  };
  expect(await shownOf(Array.from({ length: 7 }, () => anEvent(CODE)))).toHaveLength(5);
  const large = anEvent({ ...CODE, action_source_url: `https://shop.example/${'x'.repeat(1_500)}` });
  const shown = await shownOf([large, large, large, large]);
  expect(shown).toHaveLength(2);
});

test('of a mixed array only the others are stored, under their own indexes', async () => {
  const poster = await createPoster(system);
  const answer = await postEvents(app, poster, [anEvent(CODE), anEvent(), anEvent(CODE), anEvent()]);
  expect(answer.json()).toEqual({ success: true });
  expect((await eventsOf(system, poster.pixelId)).map(({ position }) => position)).toEqual([1, 3]);
});

test('the header makes all events tests; an empty one, or an empty code, none', async () => {
  const poster = await createPoster(system);
  const answer = await postEvents(app, poster, [anEvent(), anEvent()], { 'x-test-event-code': 'T1' });
  expect(answer.json()).toEqual({ success: true });
  expect(await eventsOf(system, poster.pixelId)).toEqual([]);
  await postEvents(app, poster, [anEvent({ test_event_code: '' })], { 'x-test-event-code': '' });
  await postEvents(app, poster, [anEvent({ test_event_code: null })]);
  expect(await eventsOf(system, poster.pixelId)).toHaveLength(2);
});

test('a test event is subject to the rules of all events, and an invalid test code is refused', async () => {
  const poster = await createPoster(system);
  const errorsOf = async (...given: [unknown, Record<string, string>?]) =>
    (await postEvents(app, poster, ...given)).json().errors;
  expect(await errorsOf([anEvent({ ...CODE, event_time: undefined })])).toEqual([
    { index: 0, field: 'event_time', reason: 'is required' },
  ]);
  for (const code of [5, 'x'.repeat(65)])
    expect(await errorsOf([anEvent({ test_event_code: code })])).toEqual([
      { index: 0, field: 'test_event_code', reason: 'must be text of at most 64 characters' },
    ]);
  expect(await errorsOf([anEvent()], { 'x-test-event-code': 'x'.repeat(65) })).toMatchObject([
    { index: -1, field: 'X-Test-Event-Code' },
  ]);
  expect(await errorsOf([anEvent({ test_event_code: 'ada@example.com' })])).toMatchObject([
    { index: 0, field: 'test_event_code', reason: 'must not hold an email address' },
  ]);
});

test('refused tests are neither counted as refused events nor kept', async () => {
  const poster = await createPoster(system);
  await postEvents(app, poster, [{ ...CODE }]);
  await postEvents(app, poster, [{}], { 'x-test-event-code': 'T1' });
  await postEvents(app, poster, 'no JSON', { 'x-test-event-code': 'T1' });
  await postEvents(app, poster, [{}, { ...CODE }]);
  const counted = async () =>
    (
      await system.pool.query('SELECT requests, events FROM event_refusal WHERE pixel_id = $1', [
        poster.pixelId,
      ])
    ).rows;
  await expect.poll(counted, { timeout: 3_000 }).toEqual([{ requests: 1, events: 1 }]);
  await storeRefused(system);
  const kept = await system.pool.query('SELECT event_count FROM event_refused WHERE pixel_id = $1', [
    poster.pixelId,
  ]);
  expect(kept.rows).toEqual([{ event_count: 2 }]);
});

test('tests take nothing of the rate limit, and a repeated Idempotency-Key stores the others once', async () => {
  const poster = await createPoster(system);
  await setAdvertiserQuota({ system, advertiserId: poster.advertiserId, eventsPerSec: 1 });
  const mixed = [anEvent(CODE), anEvent(), anEvent(CODE)];
  const key = { 'idempotency-key': randomUUID() };
  for (let time = 0; time < 2; time += 1)
    expect((await postEvents(app, poster, mixed, key)).json()).toEqual({ success: true });
  expect((await postEvents(app, poster, [anEvent(CODE)], key)).json()).toEqual({ success: true });
  expect(await eventsOf(system, poster.pixelId)).toHaveLength(1);
});
