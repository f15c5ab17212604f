import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, it } from 'vitest';
import { closeEndedDays } from '../../../../src/domain/reporting/report/books/close-ended-days.ts';
import { closeOfBooks } from '../../../../src/domain/reporting/report/books/close-of-books.ts';
import { ZONES } from '../../../../src/domain/reporting/report/payload/catalogue.ts';
import { moveClock, setSandboxClock, setTo } from '../../../../src/domain/sandbox/clock.ts';
import { keepDelivering } from '../../../../src/operations/worker/delivery.ts';
import { openWarehouse } from '../../../../src/warehouse/open.ts';
import { contextOf, createClient } from '../../../support/actors.ts';
import { testApp, trafficHeaders } from '../../../support/app.ts';
import { sandboxSystem } from '../../../support/sandbox.ts';
import { testSystem } from '../../../support/system.ts';
import { createAdvertiser } from '../../../support/traffic/intake.ts';

const system = await testSystem();
const HOUR_MS = 3_600_000;

/** Beside those of reports: clocks that move by half an hour, and at midnight. */
const EVERY_ZONE = [
  ...ZONES,
  'Australia/Lord_Howe',
  'Atlantic/Azores',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Kolkata',
];

/** An ordinary day, and the days of 2027 on which the zone's clocks change. */
function daysOf(zone: string): Temporal.PlainDate[] {
  const first = Temporal.PlainDate.from('2027-01-01');
  const days = Array.from({ length: 365 }, (_, add) => first.add({ days: add }));
  return [first, ...days.filter((day) => day.toZonedDateTime(zone).hoursInDay !== 24)];
}

it('in a sandbox they close within the hour where offsets have minutes, when the clock is moved and as it runs', async () => {
  const sandbox = await sandboxSystem();
  const { app, send } = await testApp(sandbox);
  afterAll(() => app.close());
  const owner = await createClient(sandbox);
  const warehouse = await openWarehouse(sandbox);
  afterAll(() => warehouse.engine.close());
  const start = Temporal.Instant.fromEpochMilliseconds(sandbox.now().getTime());
  const zones = ['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Etc/GMT'];
  const days = await Promise.all(
    zones.map(async (zone) => {
      const id = await createAdvertiser(sandbox, owner.seatId);
      await sandbox.db.advertiser.update({ where: { id }, data: { timezone: zone } });
      const day = start.toZonedDateTimeISO(zone).toPlainDate().add({ days: 2 });
      return { id, day, due: day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds + 6 * HOUR_MS };
    }),
  );
  const isClosed = async ({ id, day }: { id: number; day: Temporal.PlainDate }) => {
    // A token does not outlive a move of days.
    const headers = await trafficHeaders(sandbox, owner);
    const { body } = await send('GET', `/extreport/cob?advertiserId=${id}&day=${day}`, { headers });
    return body.dayClosed;
  };
  const asOwner = await contextOf(sandbox, owner);
  const stop = keepDelivering({ system: sandbox, warehouse });
  for (const [index, day] of days.sort((a, b) => a.due - b.due).entries()) {
    const to = (ms: number) => ({ to: new Date(ms).toISOString() });
    await setSandboxClock({ ctx: asOwner, input: to(day.due - 60_000) });
    expect(await isClosed(day)).toBe(false);
    if (index % 2 === 0) await setSandboxClock({ ctx: asOwner, input: to(day.due) });
    else {
      await moveClock(sandbox, setTo({ to: new Date(day.due - 1000) }));
      await expect.poll(() => isClosed(day), { timeout: 10_000 }).toBe(true);
    }
    expect(await isClosed(day)).toBe(true);
  }
  await stop();
}, 60_000);

it('the books of a local day close six hours after its end, however long it was', async () => {
  const caller = await createClient(system);
  const asCaller = await contextOf(system, caller);
  const lengths = new Set<number>();
  for (const zone of EVERY_ZONE) {
    const id = await createAdvertiser(system, caller.seatId);
    await system.db.advertiser.update({
      where: { id },
      data: { timezone: zone, createdAt: new Date('2026-01-01') },
    });
    for (const day of daysOf(zone)) {
      lengths.add(day.toZonedDateTime(zone).hoursInDay);
      const due = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds + 6 * HOUR_MS;
      const closedAt = async (from: number, to: number) => {
        const client = await system.pool.connect();
        try {
          await closeEndedDays(client, { from: new Date(from), to: new Date(to) });
        } finally {
          client.release();
        }
        const ctx = { ...asCaller, now: () => new Date(to) };
        return (await closeOfBooks({ ctx, advertiserId: String(id), day: day.toString() })).dayClosed;
      };
      expect([zone, `${day}`, await closedAt(due - 30 * HOUR_MS, due - 1)]).toEqual([zone, `${day}`, false]);
      expect([zone, `${day}`, await closedAt(due - 1, due)]).toEqual([zone, `${day}`, true]);
    }
  }
  expect([...lengths].sort()).toEqual([23, 23.5, 24, 24.5, 25]);
}, 60_000);
