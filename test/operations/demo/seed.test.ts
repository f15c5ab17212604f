import { expect, it } from 'vitest';
import { ensurePartitions } from '../../../src/domain/events/intake/partitions.ts';
import { addEvents } from '../../../src/operations/demo/events.ts';
import { seedDemo } from '../../../src/operations/demo/seed.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { seatId } = await seedDemo({ system });
const seat = { where: { seatId } };

it('fills the demo seat with a dozen advertisers, some hundred lines and their ads', async () => {
  expect(await system.db.advertiser.count(seat)).toBe(12);
  expect(await system.db.line.count(seat)).toBeGreaterThanOrEqual(100);
  expect(await system.db.ad.count(seat)).toBeGreaterThanOrEqual(300);
});

it('complies with the rules of the domain: active lines have a geography target, and every ad has a creative of its advertiser', async () => {
  const active = { ...seat.where, status: 'ACTIVE' };
  expect(await system.db.line.count({ where: active })).toBeGreaterThan(50);
  expect(await system.db.line.count({ where: { ...active, geos: { none: {} } } })).toBe(0);
  const ads = await system.db.ad.findMany({
    ...seat,
    include: { line: true, creative: true, schedules: true },
  });
  expect(ads.filter((ad) => ad.line.advertiserId !== ad.creative.advertiserId)).toEqual([]);
  expect(ads.flatMap((ad) => ad.schedules).filter((flight) => flight.endDate <= flight.startDate)).toEqual(
    [],
  );
});

it('is the same every time, but for its dates', async () => {
  const again = await seedDemo({ system });
  const names = async (id: number) =>
    (await system.db.line.findMany({ where: { seatId: id }, orderBy: { id: 'asc' } })).map(
      (line) => line.name,
    );
  expect(await names(again.seatId)).toEqual(await names(seatId));
});

it('has a history of the week before that ends with what is stored now', async () => {
  const changes = await system.db.change.findMany({ ...seat, orderBy: { id: 'asc' } });
  const lines = await system.db.line.findMany({
    where: { id: { in: changes.map((one) => one.resourceId) } },
  });
  const stored = new Map<number, Record<string, unknown>>(lines.map((line) => [line.id, { ...line }]));
  expect(changes.length).toBeGreaterThan(20);
  for (const { resource, resourceId, fields } of changes) {
    const [change] = fields as { path: string; before: unknown; after: unknown }[];
    expect([resource, String(stored.get(resourceId)?.[change?.path ?? ''])]).toEqual([
      'Line',
      String(change?.after),
    ]);
    expect(change?.before).not.toEqual(change?.after);
  }
  const times = changes.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const week = 7 * 86_400_000;
  expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.now() - week - 3_600_000);
});

it('has server events of its own pixels, none of a pixel that somebody added', async () => {
  const { advertiserId } = await system.db.pixel.findFirstOrThrow(seat);
  await system.db.pixel.create({ data: { seatId, advertiserId, name: 'Own' } });
  const since = new Date(Date.now() - 86_400_000);
  for (const at of [since, new Date()]) await ensurePartitions(system, at);
  await addEvents(system, { seatId, since });
  const { rows } = await system.pool.query(
    'SELECT DISTINCT p.name FROM event_receipt r JOIN pixel p ON p.id = r.pixel_id WHERE r.seat_id = $1',
    [seatId],
  );
  expect(rows.length).toBe(12);
  expect(rows.every(({ name }) => name.endsWith(' – orders'))).toBe(true);
});
