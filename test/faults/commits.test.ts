import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GraphQLField } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { loadDictionary } from '../../src/domain/audiences/dictionary/load.ts';
import { loadFeed } from '../../src/domain/audiences/product-set/load-feed.ts';
import { storeRefused } from '../../src/domain/events/event/refused/keep.ts';
import { exportConversions } from '../../src/domain/reporting/report/export-conversions.ts';
import { takeReport } from '../../src/domain/reporting/report/queue.ts';
import { runReport } from '../../src/domain/reporting/report/run.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createResults } from '../../src/operations/worker/webhooks/results.ts';
import { openDatabase } from '../../src/platform/database/connection/client.ts';
import { compactFacts } from '../../src/warehouse/compact.ts';
import { loadFacts } from '../../src/warehouse/load.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { guardedSystem } from '../contract/guards/guarded.ts';
import { inputOf, KINDS } from '../contract/guards/inputs.ts';
import { callOf, send } from '../contract/guards/rest-calls.ts';
import { REST_ROWS } from '../contract/guards/rest-rows.ts';
import { documentFor, kindOf } from '../contract/guards/slots.ts';
import { type Cut, type CuttingProxy, startCuttingProxy } from '../support/proxies/cutting-proxy.ts';
import { anEvent } from '../support/traffic/intake.ts';
import { csvOf, type FactRow } from '../warehouse/support.ts';

/** Each COMMIT of each kind of write is cut once, before the server has it and before its answer arrives. */

let proxy: CuttingProxy | undefined;
const guarded = await guardedSystem({
  through: async (system) => {
    proxy = await startCuttingProxy(system.database.url);
    const { pool, prisma, close } = openDatabase({ url: proxy.url });
    afterAll(async () => {
      await close();
      await proxy?.close();
    });
    return { ...system, pool, db: prisma };
  },
});
const { system } = guarded;
if (!proxy) throw new Error('There is no proxy.');
const cutter = proxy;
const CUTS: readonly Cut[] = ['answer', 'request'];
/** A repeat with a key sends what was sent before. */
const inputs = new Map<string, Record<string, unknown> | undefined>();
const estates = { answer: await guarded.estate(), request: await guarded.estate() };
const restEstates = { answer: await guarded.estate(), request: await guarded.estate() };
/** Past the proxy. */
const direct = system.database.pool;

/** Rows by table; a replay leaves a receipt of its own. */
async function rowsOf(seatId: number): Promise<Record<string, number>> {
  const { rows: tables } = await direct.query<{ name: string }>(
    `SELECT table_name::text AS name FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND column_name = 'seat_id' AND table_type = 'BASE TABLE'
       AND table_name !~ '_\\d{8}$' AND table_name NOT IN ('idempotency_record', 'event_receipt', 'conversion_receipt')`,
  );
  const counts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*)::int AS rows FROM "${name}" WHERE seat_id = ${seatId}`,
  );
  const { rows } = await direct.query<{ name: string; rows: number }>(counts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

interface Tried {
  readonly how: Cut;
  readonly seatId: number;
  /** Writes under a key. */
  readonly write: (key: string) => Promise<string>;
  readonly written: RegExp;
  readonly unavailable: RegExp;
  /** Makes what a write needs, once for each. */
  readonly prepare?: () => Promise<void>;
  /** The caller cannot ask again after it. */
  readonly isLast?: boolean;
}

/** Cuts one COMMIT after the other, until there is none more. */
async function cutEach({ how, seatId, write, written, unavailable, ...rest }: Tried): Promise<void> {
  const { prepare = async () => {}, isLast = false } = rest;
  for (let at = 0; ; at += 1) {
    await prepare();
    const key = randomUUID();
    const before = await rowsOf(seatId);
    cutter.cut({ how, at });
    const first = await write(key);
    if (!cutter.isCut()) {
      expect(at).toBeGreaterThan(0);
      return;
    }
    if (how === 'answer') expect(first).toMatch(written);
    else {
      expect(first).toMatch(unavailable);
      expect(await rowsOf(seatId)).toEqual(before);
      expect(await write(key)).toMatch(written);
    }
    if (isLast) return;
    const after = await rowsOf(seatId);
    expect(await write(key)).toMatch(written);
    expect(await rowsOf(seatId)).toEqual(after);
  }
}

/** What others need is deleted after them, and the caller's own client last. */
const rank = (name: string): number => (name === 'revokeApiClient' ? 2 : Number(name.startsWith('delete')));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  // They are refused outside of a sandbox, and change no row of a seat.
  .filter(({ name }) => !name.includes('Sandbox'))
  .map((field) => [field.name, field] as const)
  .sort(([a], [b]) => rank(a) - rank(b));

describe.each(CUTS)('the %s of each COMMIT is lost: nothing is lost, nothing is doubled', (how) => {
  const mutate = async (field: GraphQLField<unknown, unknown>, key: string): Promise<string> => {
    const { name, args } = field;
    const seat = estates[how];
    const takes = (argument: string) => args.some((arg) => arg.name === argument);
    const kind = takes('id') && KINDS.find((one) => `delete${one}` === name);
    const input = inputs.get(key) ?? inputOf(name, seat.ids, seat.mark);
    inputs.set(key, input);
    const given = kind
      ? { id: seat.ids[kindOf(name, 'id', kind)] }
      : takes('inputs')
        ? { inputs: [input] }
        : { input };
    const names = args.map((arg) => arg.name).filter((arg) => arg !== 'validateOnly');
    const document = documentFor({ kind: 'mutation', field, names });
    const { data, errors } = await seat.graphql(document, given, { 'idempotency-key': key });
    return JSON.stringify(errors ?? [data.answer].flat());
  };

  /** Leaves a request to `replayRefusedEvents`. */
  const refuseEvents = async () => {
    const { ids, send: post } = estates[how];
    await post('POST', `/v1/pixels/${ids.Pixel}/events`, { body: [anEvent(), {}] });
    await storeRefused(system);
  };

  test.each(mutations)('mutation %s', async (name, field) => {
    await cutEach({
      how,
      ...(name === 'replayRefusedEvents' && { prepare: refuseEvents }),
      seatId: estates[how].seatId,
      write: (key) => mutate(field, key),
      written: /^\[\{"__typename":"\w+(Payload|Item)"/,
      unavailable: /UNAVAILABLE|UnavailableError/,
      isLast: name === 'revokeApiClient',
    });
  });

  const writes = Object.entries(REST_ROWS)
    .filter(([route, { seatless }]) => !route.startsWith('GET') && !seatless)
    .sort(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

  test.each(writes)('%s', async (route, row) => {
    const seat = restEstates[how];
    const call = callOf(route, row, seat);
    await cutEach({
      how,
      seatId: seat.seatId,
      write: async (key) => {
        const { status, text } = await send(seat, route, call, { 'idempotency-key': key });
        return `${status} ${text}`;
      },
      written: /^200 /,
      unavailable: /^503 /,
    });
  });

  test('events without a key', async () => {
    const { ids, send: post } = restEstates[how];
    const stored = async () =>
      (await direct.query('SELECT FROM event WHERE pixel_id = $1', [ids.Pixel])).rowCount ?? 0;
    const before = await stored();
    cutter.cut({ how, of: /INSERT INTO event_receipt/ });
    const { status } = await post('POST', `/v1/pixels/${ids.Pixel}/events`, { body: [anEvent(), anEvent()] });
    expect([cutter.isCut(), status, (await stored()) - before]).toEqual([true, 200, 2]);
  });

  test('a claim of a key', async () => {
    const { seatId, ids, graphql } = restEstates[how];
    const document =
      'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { __typename } }';
    const given = { input: inputOf('createCampaign', ids, restEstates[how].mark) };
    const before = await rowsOf(seatId);
    cutter.cut({ how, of: /INSERT INTO idempotency_record/ });
    const headers = { 'idempotency-key': randomUUID() };
    const { data } = await graphql(document, given, headers);
    expect([cutter.isCut(), data?.createCampaign.__typename]).toEqual([true, 'CreateCampaignPayload']);
    expect((await graphql(document, given, headers)).data).toEqual(data);
    expect((await rowsOf(seatId)).campaign).toBe((before.campaign ?? 0) + 1);
  });

  test('the result of a delivery to a webhook', async () => {
    const { rows } = await direct.query(
      `INSERT INTO webhook_delivery (webhook_id, message_id, event, resource, payload, next_attempt_at, created_at)
       SELECT id, $1, 'line.status', $1, '{}', now(), now() FROM webhook LIMIT 1 RETURNING id`,
      [randomUUID()],
    );
    const { id } = rows[0];
    cutter.cut({ how, of: /UPDATE webhook_delivery d\s+SET attempts/ });
    const results = createResults(system);
    const nextAttemptAt = new Date(Date.now() + 3_600_000);
    await results.store({
      id,
      attempts: 1,
      responseStatus: 500,
      failure: 'The receiver failed.',
      nextAttemptAt,
    });
    const found = await direct.query('SELECT attempts, status FROM webhook_delivery WHERE id = $1', [id]);
    expect([cutter.isCut(), found.rows]).toEqual([true, [{ attempts: 1, status: 'PENDING' }]]);
  });
});

describe.each(CUTS)(
  'the %s of each COMMIT of a worker is lost: nothing is lost, nothing is doubled',
  (how) => {
    test('a report that is taken, and one that is finished', async () => {
      const warehouse = await openWarehouse(system);
      const { seatId } = restEstates[how];
      for (const of of [/SET status = 'PROCESSING'/, /SET status = 'SUCCESS'/]) {
        await direct.query(
          `UPDATE report SET status = 'FAILED' WHERE seat_id = $1 AND status IN ('SUBMITTED', 'PROCESSING')`,
          [seatId],
        );
        const one = await direct.query(
          `UPDATE report SET status = 'SUBMITTED', attempts = 0, attempt = NULL, file_name = NULL
         WHERE id = (SELECT min(id) FROM report WHERE seat_id = $1) RETURNING id`,
          [seatId],
        );
        expect(one.rowCount).toBe(1);
        cutter.cut({ how, of });
        for (let tries = 0, took = 0; took < 3 && tries < 10; tries += 1) {
          // As if the lease of a try that is lost had run out.
          await direct.query(`UPDATE report SET lease_until = now() WHERE status = 'PROCESSING'`);
          // While the machine is busy, a try can fail for want of a connection.
          const taken = await takeReport(system).catch(() => null);
          took += Number(taken !== null);
          if (taken) await runReport(system, warehouse, taken);
        }
        const { rows } = await direct.query('SELECT status, file_name FROM report WHERE id = $1', [
          one.rows[0].id,
        ]);
        expect([cutter.isCut(), rows[0].status]).toEqual([true, 'SUCCESS']);
        expect(await warehouse.files.exists(rows[0].file_name)).toBe(true);
      }
      await warehouse.engine.close();
    });

    test('loads of facts, of a feed and of a dictionary', async () => {
      const warehouse = await openWarehouse(system);
      const folder = await mkdtemp(join(tmpdir(), 'flightline-loads-'));
      const { Advertiser, Campaign, Line } = estates[how].ids;
      const [advertiserId, campaignId, lineId] = [Advertiser, Campaign, Line].map(Number);
      const count = async (table: string, condition: string, value: unknown): Promise<number> => {
        const { rows } = await direct.query(`SELECT FROM ${table} WHERE ${condition}`, [value]);
        return rows.length;
      };
      /** Files of which none was loaded before, how they are loaded, and how many rows of them are there. */
      const loads = {
        facts: async (at: number, file: string) => {
          const hour = new Date(Date.UTC(2025, 2, how === 'answer' ? 1 : 2, at)).toISOString();
          const row = { advertiserId, campaignId, lineId, hour: hour.replace('.000', '') } as const;
          await writeFile(file, csvOf([row as Partial<FactRow>]));
          const ofHour = () => count('fact_file', 'retired_at IS NULL AND min_hour = $1', hour);
          return { load: () => loadFacts(warehouse, { file }), added: ofHour };
        },
        feed: async (_at: number, file: string) => {
          const title = randomUUID();
          await writeFile(file, `id,title\n${title},${title}\n`);
          const load = () => loadFeed({ system, advertiserId: Number(advertiserId), file });
          return { load, added: () => count('product', 'id = $1', title) };
        },
        dictionary: async (at: number, file: string) => {
          const name = randomUUID();
          await writeFile(file, `name,value\n${name},${900 + at}\n`);
          const load = () => loadDictionary({ pool: system.pool, list: 'exchange', files: [file] });
          return { load, added: () => count('dictionary_entry', 'name = $1', name) };
        },
      };
      for (const [name, begin] of Object.entries(loads))
        for (let at = 0, isCut = true; isCut; at += 1) {
          const { load, added } = await begin(at, join(folder, `${name}-${at}.csv`));
          cutter.cut({ how, at });
          const isLoaded = await load().then(
            () => true,
            () => false,
          );
          isCut = cutter.isCut();
          // What follows is not cut.
          cutter.cut({ how, at: Number.POSITIVE_INFINITY });
          expect([name, at, await added()]).toEqual([name, at, Number(isLoaded)]);
          expect(isCut || at > 0).toBe(true);
          for (let repeat = 0; repeat < 2; repeat += 1) {
            await load();
            expect([name, at, await added()]).toEqual([name, at, 1]);
          }
        }
      await warehouse.engine.close();
      await rm(folder, { recursive: true });
    }, 120_000);

    test('a merge of files of facts', async () => {
      const warehouse = await openWarehouse(system);
      const { seatId, ids } = estates[how];
      /** Of the month of the conversions: other tests load facts of others. */
      const files = async () => {
        const { rows } = await direct.query<{ name: string }>(
          `SELECT name FROM fact_file WHERE retired_at IS NULL AND min_hour >= '2026-04-01'`,
        );
        for (const { name } of rows) expect(await warehouse.files.exists(name)).toBe(true);
        return rows.length;
      };
      for (let n = 0; n < 21; n += 1) {
        await direct.query(
          `INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id,
           campaign_id, line_id, et, gv, gc)
         VALUES (gen_random_uuid(), $1, 'dp', gen_random_uuid(), '2026-04-01T10:00:00Z', 'c', 'v', $2, $3, $4, now(), 2, 'USD')`,
          [seatId, ids.Advertiser, ids.Campaign, ids.Line],
        );
        await exportConversions(system, warehouse);
      }
      expect(await files()).toBeGreaterThan(20);
      for (let at = 0; ; at += 1) {
        cutter.cut({ how, at });
        await compactFacts(system.pool, warehouse).catch(() => 0);
        if (!cutter.isCut()) break;
        await files();
      }
      expect(await files()).toBe(1);
      await warehouse.engine.close();
    }, 120_000);
  },
);
