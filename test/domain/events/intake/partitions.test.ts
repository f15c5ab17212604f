import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../../../../src/app.ts';
import { maintainPartitions } from '../../../../src/domain/events/intake/partitions.ts';
import { openDatabase } from '../../../../src/platform/database/connection/client.ts';
import { tokenFor } from '../../../support/actors.ts';
import { onCleanup } from '../../../support/on-cleanup.ts';
import { testSystem } from '../../../support/system.ts';
import { anEvent, createPoster, eventsOf, postEvents } from '../../../support/traffic/intake.ts';

const DAY_MS = 86_400_000;
const system = await testSystem();

/** A process of its own whose clock is so many days ahead. */
function processAt(days: number) {
  const database = openDatabase({ url: system.database.url });
  onCleanup(() => database.close());
  const now = () => new Date(Date.now() + days * DAY_MS);
  return { ...system, db: database.prisma, pool: database.pool, now };
}

/** Somebody who posts events to a process that is `days` ahead, on a day that has no partition. */
async function posterAt(days: number) {
  const ahead = processAt(days);
  const began = Date.now();
  const app = await buildApp({ system: ahead });
  await app.ready();
  const readyMs = Date.now() - began;
  const poster = await createPoster(system);
  const eventToken = await tokenFor(ahead, poster.client, { realm: 'events' });
  const post = () =>
    postEvents(app, { ...poster, eventToken }, [anEvent({ event_time: ahead.now().getTime() })]);
  return { app, post, poster, readyMs, maintained: maintainPartitions(ahead) };
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: system.database.url });
  await client.connect();
  // A test that fails leaves it open until the database is dropped.
  client.on('error', () => undefined);
  return client;
}

/** Holds what pg_dump holds from its beginning to its end. */
async function dumping(): Promise<() => Promise<void>> {
  const client = await connected();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows } = await client.query(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of rows) await client.query(`LOCK TABLE ${name} IN ACCESS SHARE MODE`);
  return () => client.end();
}

const dayOf = (offset: number) =>
  `event_${new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;
const names = async () =>
  (
    await system.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^event_\\d{8}$' ORDER BY 1`,
    )
  ).rows.map(({ name }) => name);

describe('the partitions of events', () => {
  it('are there for today and seven days to come, and old ones are dropped', async () => {
    for (const name of await names()) await system.pool.query(`DROP TABLE ${name}`);
    expect(await names()).toEqual([]);
    await maintainPartitions(processAt(-401));
    expect(await names()).toContain(dayOf(-401));
    await maintainPartitions(system);
    const retained = Array.from({ length: 7 }, (_, at) => at - 400);
    expect(await names()).toEqual([...retained, 0, 1, 2, 3, 4, 5, 6, 7].map(dayOf));
  });

  it('have the indexes of their table and no others', async () => {
    const { rows } = await system.pool.query(
      `SELECT tablename, count(*)::int AS n FROM pg_indexes
       WHERE tablename IN ('event', 'event_receipt', $1, $2) GROUP BY 1 ORDER BY 1`,
      [dayOf(0), dayOf(0).replace('event', 'event_receipt')],
    );
    expect(rows.map(({ n }) => n)).toEqual([1, 1, 2, 2]);
  });

  it('an event on a day without a partition is still accepted', async () => {
    const { app, post } = await posterAt(20);
    expect((await post()).statusCode).toBe(200);
    await app.close();
  });

  it('several processes that start together make each once', async () => {
    const processes = Array.from({ length: 4 }, () => processAt(30));
    await Promise.all(processes.map((one) => maintainPartitions(one)));
    expect(await names()).toContain(dayOf(37));
  });
});

describe('while a dump reads every table', () => {
  it('a process starts, and the first events of a day are accepted at once', async () => {
    const end = await dumping();
    const { app, post, readyMs } = await posterAt(50);
    const began = Date.now();
    expect((await post()).statusCode).toBe(200);
    expect(Date.now() - began).toBeLessThan(2_000);
    expect(readyMs).toBeLessThan(2_000);
    await end();
    await app.close();
  });

  it('dropping old partitions blocks no request, and completes once the dump has finished', async () => {
    const { app, post, maintained: started } = await posterAt(0);
    await started;
    await maintainPartitions(processAt(-500));
    const end = await dumping();
    const maintained = maintainPartitions(system);
    for (let n = 0; n < 20; n += 1) {
      const began = Date.now();
      expect((await post()).statusCode).toBe(200);
      expect(Date.now() - began).toBeLessThan(1_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await maintained;
    expect(await names()).toContain(dayOf(-500));
    await end();
    // The second run finishes what the first began.
    await maintainPartitions(system);
    expect(await names()).not.toContain(dayOf(-500));
    await app.close();
  });
});

describe('while a table is held so that no partition can be attached', () => {
  it('a process starts; events of a new day are refused for the time being, and none is lost', async () => {
    const holder = await connected();
    await holder.query('BEGIN; LOCK TABLE event IN SHARE UPDATE EXCLUSIVE MODE');
    const { app, post, poster, readyMs } = await posterAt(70);
    expect(readyMs).toBeLessThan(2_000);
    const refused = await post();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBeDefined();
    await holder.end();
    expect((await post()).statusCode).toBe(200);
    expect(await eventsOf(system, poster.pixelId)).toHaveLength(1);
    await app.close();
  });
});
