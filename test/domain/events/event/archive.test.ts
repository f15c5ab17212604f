import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { countSegments } from '../../../../src/domain/audiences/segment/count.ts';
import { archiveEvents } from '../../../../src/domain/events/event/archive/archive.ts';
import { retireArchived, sweepArchived } from '../../../../src/domain/events/event/archive/retire.ts';
import type { ArchiveStep } from '../../../../src/domain/events/event/archive/write-day.ts';
import { countEvents } from '../../../../src/domain/events/event/receipts.ts';
import { createPartitions } from '../../../../src/domain/events/intake/partitions.ts';
import { EVENT_COLUMNS } from '../../../../src/warehouse/event-columns.ts';
import type { FileStore } from '../../../../src/warehouse/file-store.ts';
import { openWarehouse } from '../../../../src/warehouse/open.ts';
import { contextOf, tokenFor } from '../../../support/actors.ts';
import { bearerHeaders, testApp } from '../../../support/app.ts';
import { testSystem } from '../../../support/system.ts';
import { anEvent, createPoster, type Poster, postEvents } from '../../../support/traffic/intake.ts';

vi.setConfig({ testTimeout: 120_000 });
const DAY_S = 86_400;
const system = await testSystem({
  env: { FLIGHTLINE_EVENT_ARCHIVE_DAYS: '2', FLIGHTLINE_EVENT_RETENTION_DAYS: '100' },
});
const { pool } = system;
const { app, send } = await testApp(system);
afterAll(() => app.close());
const warehouse = await openWarehouse(system);

/** A pixel next to others, and segments of its events. */
async function aPixel(): Promise<Poster> {
  const poster = await createPoster(system);
  const { seatId, pixelId } = poster;
  for (const [name, labels] of Object.entries({
    all: {},
    bought: { ec: 'purchase' },
    shoes: { ec: 'purchase', el: 'shoes', ea: 'buy' },
    odd: { el: ODD },
    none: { ec: 'Purchase' },
  }))
    await system.db.segment.create({ data: { seatId, pixelId, name, ...labels } });
  return poster;
}

const ODD = 'line\nbreak, "quoted" \\N |';

/** Posts through the interface on a day so many days ago; the last array is posted twice. */
async function sendOn(daysAgo: number, poster: Poster): Promise<void> {
  system.advance(-daysAgo * DAY_S);
  try {
    // This process remembers the partitions of the test before.
    await createPartitions(pool, Math.floor(system.now().getTime() / (DAY_S * 1000)));
    const eventToken = await tokenFor(system, poster.client, { realm: 'events' });
    const event_time = Math.floor(system.now().getTime() / 1000);
    const some = [
      anEvent({ event_time }),
      anEvent({ event_time, custom_data: { gv: '0012.500', ec: '', el: ODD, product_id: ['a"b', ',', ''] } }),
      anEvent({
        event_time: event_time * 1000 + 123,
        user_data: { [`${system.config.operator}_id`]: 'ü🙂\t' },
        custom_data: { el: '\\N', user_defined: { 'a,"b': 'x\r\ny' } },
      }),
    ];
    const headers = { 'idempotency-key': randomUUID() };
    const more = JSON.stringify(Array.from({ length: 40 }, () => anEvent({ event_time })));
    const answers = [
      await postEvents(app, { ...poster, eventToken }, some),
      await postEvents(app, { ...poster, eventToken }, more, headers),
      await postEvents(app, { ...poster, eventToken }, more, headers),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  } finally {
    system.advance(daysAgo * DAY_S);
  }
}

const QUERY = `query ($pixelId: ID!, $filter: EventReceiptFilter) {
  pixel(id: $pixelId) { id updatedAt history(first: 5) { totalCount } segments(first: 50) { nodes { name eventCount } } }
  eventReceipts(pixelId: $pixelId, first: 50) { totalCount nodes { id receivedAt outcome eventCount idempotencyKey } }
  filtered: eventReceipts(pixelId: $pixelId, filter: $filter) { totalCount nodes { id } } }`;

/** Everything that is answered from events and their receipts. */
async function answersOf({ client, pixelId }: Poster): Promise<object> {
  const filter = { outcome: 'DUPLICATE', until: new Date(Date.now() - 2 * DAY_S * 1000) };
  const { body } = await send('POST', '/graphql', {
    headers: await bearerHeaders(system, client),
    body: { query: QUERY, variables: { pixelId: String(pixelId), filter } },
  });
  expect(body.errors).toBeUndefined();
  return { ...body.data, count: await countEvents({ system, pixelId }) };
}

const archive = (options: Partial<Parameters<typeof archiveEvents>[0]> = {}) =>
  archiveEvents({ system, warehouse, ...options });

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_S * 1000).toISOString().slice(0, 10);
const partitions = async () =>
  (
    await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^event_\\d{8}$' ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);
const archivedDays = async () =>
  (
    await pool.query<{ day: string; rows: number; files: string[] }>(
      `SELECT day::text, rows::int, files FROM event_archive ORDER BY day`,
    )
  ).rows;
const partitionOf = (day: string) => `event_${day.replaceAll('-', '')}`;
const filesThere = async () => (await system.files.list('events')).map(({ name }) => name).sort();

/** Takes every day out again, as if none had been archived. */
async function beginAnew(): Promise<void> {
  await pool.query('TRUNCATE event_archive, event, event_receipt, used_key');
  await system.files.removeAll('events');
  for (const name of await partitions())
    if (name < partitionOf(dayOf(0))) await pool.query(`DROP TABLE "${name}"`);
}

describe('days of events that are archived', () => {
  test('answer every query as before, from files; newer days stay rows', async () => {
    onTestFinished(beginAnew);
    const [poster, other] = [await aPixel(), await aPixel()];
    for (const daysAgo of [5, 4, 3, 2, 0]) await sendOn(daysAgo, poster);
    await sendOn(4, other);
    const before = [await answersOf(poster), await answersOf(other)];
    expect(before[0]).toMatchObject({
      count: 5 * 43,
      pixel: {
        segments: {
          nodes: expect.arrayContaining([
            { name: 'all', eventCount: 215 },
            { name: 'bought', eventCount: 205 },
            { name: 'shoes', eventCount: 205 },
            { name: 'odd', eventCount: 5 },
            { name: 'none', eventCount: 0 },
          ]),
        },
      },
      eventReceipts: { totalCount: 15 },
    });

    expect(await archive()).toEqual([5, 4, 3].map(dayOf));
    expect((await archivedDays()).map(({ day, rows }) => [day, rows])).toEqual([
      [dayOf(5), 43],
      [dayOf(4), 86],
      [dayOf(3), 43],
    ]);
    expect((await partitions()).slice(0, 2)).toEqual([2, 0].map((ago) => partitionOf(dayOf(ago))));
    expect([await answersOf(poster), await answersOf(other)]).toEqual(before);
    // Counted, not remembered.
    const ctx = { ...(await contextOf(system, other.client)), seatId: poster.seatId };
    const all = { id: 1, pixelId: other.pixelId, ec: null, el: null, ea: null };
    expect(await countSegments(ctx, [all])).toEqual(new Map([[1, 0]]));
    expect(await archive()).toEqual([]);
  });

  test('preserve every value of every column, in files of the configured size', async () => {
    onTestFinished(beginAnew);
    const poster = await aPixel();
    for (let n = 0; n < 10; n += 1) await sendOn(3, poster);
    const sent = EVENT_COLUMNS.map(({ name, sent: text }) => `(${text})::text AS ${name}`).join(', ');
    const before = await pool.query(`SELECT ${sent} FROM event ORDER BY event.receipt_id, event.position`);
    await archive({ fileBytes: 40_000 });
    const [{ files = [] } = {}] = await archivedDays();
    expect(files.length).toBeGreaterThan(2);
    const text = EVENT_COLUMNS.map(({ name, text: again = name }) => `${again} AS ${name}`).join(', ');
    const after = await system.files.use(files, (places) =>
      warehouse.engine.run({
        statements: [
          {
            sql: `SELECT ${text} FROM read_parquet([${places.map((place) => `'${place}'`)}]) AS event
              ORDER BY event.receipt_id, event.position`,
          },
        ],
      }),
    );
    expect(after).toHaveLength(430);
    expect(after).toEqual(before.rows);
    const columns = await pool.query(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'event'::regclass AND attnum > 0 ORDER BY 1`,
    );
    expect(columns.rows.map(({ name }) => name)).toEqual(EVENT_COLUMNS.map(({ name }) => name).sort());
  });

  test('are counted once at every moment, also by concurrent reads', async () => {
    onTestFinished(beginAnew);
    const poster = await aPixel();
    for (const daysAgo of [6, 5, 4, 3, 0]) await sendOn(daysAgo, poster);
    const counts = new Set<number>();
    let reads = 0;
    let done = false;
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (; !done; reads += 1) counts.add(await countEvents({ system, pixelId: poster.pixelId }));
      }),
    );
    // A read locks a partition for a moment, so the archive may need another run.
    await vi.waitFor(
      async () => {
        await archive();
        expect((await partitions())[0]).toBe(partitionOf(dayOf(0)));
      },
      { timeout: 60_000 },
    );
    done = true;
    await reading;
    expect([...counts]).toEqual([5 * 43]);
    expect(reads).toBeGreaterThan(20);
  });

  test('take no event any more, and their partitions are not made again', async () => {
    onTestFinished(beginAnew);
    const poster = await aPixel();
    await sendOn(3, poster);
    const partition = partitionOf(dayOf(3));
    const stop = (step: ArchiveStep) => {
      if (step === 'closed') throw new Error('stopped');
    };
    await expect(archive({ onStep: stop })).rejects.toThrow('stopped');
    await expect(pool.query(`INSERT INTO event SELECT * FROM "${partition}"`)).rejects.toThrow('archived');
    await archive();
    const noon = new Date(`${dayOf(3)}T12:00:00Z`);
    await expect(createPartitions(pool, Math.floor(noon.getTime() / (DAY_S * 1000)))).rejects.toThrow(
      'temporarily unavailable',
    );
    expect(await partitions()).not.toContain(partition);
  });
});

describe('a crash between two steps', () => {
  const STEPS: ArchiveStep[] = ['closed', 'copied', 'compared', 'published', 'listed', 'dropped'];

  test.each(STEPS)('after %s loses no event and counts none twice; the next run ends it', async (at) => {
    onTestFinished(beginAnew);
    const poster = await aPixel();
    for (const daysAgo of [4, 3, 0]) await sendOn(daysAgo, poster);
    const before = await answersOf(poster);
    // Nothing is tidied up after a crash.
    const files: FileStore = { ...warehouse.files, remove: async () => undefined };
    const onStep = (step: ArchiveStep) => {
      if (step === at) throw new Error('crashed');
    };
    await expect(archive({ warehouse: { ...warehouse, files }, onStep })).rejects.toThrow('crashed');
    expect(await answersOf(poster)).toEqual(before);
    const afterwards = await archive();
    expect(await answersOf(poster)).toEqual(before);
    expect(afterwards).toEqual(STEPS.indexOf(at) < 4 ? [dayOf(4), dayOf(3)] : [dayOf(3)]);
    expect((await archivedDays()).map(({ day }) => day)).toEqual([dayOf(4), dayOf(3)]);
    expect((await partitions())[0]).toBe(partitionOf(dayOf(0)));

    // Files that it left are removed, except recent ones and those in the catalogue.
    const known = (await archivedDays()).flatMap((day) => day.files).sort();
    await sweepArchived(system);
    expect((await filesThere()).length).toBe(known.length + (at === 'published' ? 1 : 0));
    const old = Date.now() / 1000 - 1.1 * 3_600;
    for (const name of await filesThere())
      await utimes(join(system.config.dataDir, 'warehouse', name), old, old);
    await sweepArchived(system);
    expect(await filesThere()).toEqual(known);
  });

  test('files that differ from the rows never enter the catalogue', async () => {
    onTestFinished(beginAnew);
    const poster = await aPixel();
    await sendOn(3, poster);
    const { dialect } = warehouse;
    const broken = {
      ...dialect,
      writeEvents: (source: string, target: string) => {
        const { sql } = dialect.writeEvents(source, target);
        return { sql: sql.replace('unhex(email) AS email', `unhex('00') AS email`) };
      },
    };
    await expect(archive({ warehouse: { ...warehouse, dialect: broken } })).rejects.toThrow('differ');
    expect(await archivedDays()).toEqual([]);
    expect(await filesThere()).toEqual([]);
    expect(await countEvents({ system, pixelId: poster.pixelId })).toBe(43);
  });

  test('of two processes, one archives a day', async () => {
    onTestFinished(beginAnew);
    const poster = await aPixel();
    for (const daysAgo of [4, 3]) await sendOn(daysAgo, poster);
    const days = await Promise.all([archive(), archive(), archive()]);
    expect(days.flat()).toEqual([dayOf(4), dayOf(3)]);
    // A process whose lease has expired finds the day archived.
    expect(await countEvents({ system, pixelId: poster.pixelId })).toBe(86);
    expect((await filesThere()).length).toBe(2);
  });
});

test('stopping ends it at the next statement, and what was written is removed', async () => {
  onTestFinished(beginAnew);
  const poster = await aPixel();
  for (let n = 0; n < 5; n += 1) await sendOn(3, poster);
  const stopping = new AbortController();
  const onStep = (step: ArchiveStep) => {
    if (step === 'published') stopping.abort(new Error('stopping'));
  };
  await expect(archive({ fileBytes: 40_000, signal: stopping.signal, onStep })).rejects.toThrow('stopping');
  expect([await archivedDays(), await filesThere()]).toEqual([[], []]);
  expect(await countEvents({ system, pixelId: poster.pixelId })).toBe(5 * 43);
});

test('retention ends the days in files too: they count no more at once, and are deleted an hour later', async () => {
  onTestFinished(beginAnew);
  const poster = await aPixel();
  for (const daysAgo of [5, 3, 0]) await sendOn(daysAgo, poster);
  await archive();
  const later = { ...system, config: { ...system.config, eventRetentionDays: 4 } };
  await retireArchived(later);
  expect(await countEvents({ system, pixelId: poster.pixelId })).toBe(86);
  expect(await filesThere()).toHaveLength(2);
  await pool.query(`UPDATE event_archive SET retired_at = retired_at - interval '61 minutes'`);
  await retireArchived(later);
  expect((await archivedDays()).map(({ day }) => day)).toEqual([dayOf(3)]);
  expect(await filesThere()).toEqual((await archivedDays()).flatMap(({ files }) => files));
  expect(await countEvents({ system, pixelId: poster.pixelId })).toBe(86);
});

test('a process that cannot read the files says so', async () => {
  onTestFinished(beginAnew);
  const poster = await aPixel();
  await sendOn(3, poster);
  await archive();
  await system.files.removeAll('events');
  await expect(countEvents({ system, pixelId: poster.pixelId })).rejects.toThrow(
    'Archived events cannot be read',
  );
});

test('without the setting nothing is archived', async () => {
  onTestFinished(beginAnew);
  const poster = await aPixel();
  await sendOn(50, poster);
  const without = { ...system, config: { ...system.config, eventArchiveDays: undefined } };
  expect(await archive({ system: without })).toEqual([]);
  expect(await partitions()).toContain(partitionOf(dayOf(50)));
});
