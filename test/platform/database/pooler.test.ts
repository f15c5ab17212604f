import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { authenticate } from '../../../src/domain/access/identity/authenticate.ts';
import { revokeClient } from '../../../src/domain/access/identity/clients/revoke-client.ts';
import { dropOldPartitions } from '../../../src/domain/events/intake/drop-partitions.ts';
import { changesPosition } from '../../../src/domain/notifications/history/position.ts';
import { watchChanges } from '../../../src/domain/notifications/history/watch.ts';
import { createReport } from '../../../src/domain/reporting/report/create.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startWorker } from '../../../src/operations/worker/worker.ts';
import { isPooled } from '../../../src/platform/database/connection/client.ts';
import { prepared, read } from '../../../src/resources/read/read.ts';
import { contextOf, createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { startPooler } from '../../support/proxies/transaction-pooler.ts';
import { callersOf } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster, postEvents } from '../../support/traffic/intake.ts';

const direct = await testSystem();
const pooler = await startPooler(direct.database.url);
const config = loadConfig({
  DATABASE_URL: pooler.url,
  FLIGHTLINE_DATABASE_DIRECT_URL: direct.database.url,
  FLIGHTLINE_DATA_DIR: direct.config.dataDir,
  FLIGHTLINE_MASTER_KEY: direct.masterKey.toString('base64'),
});
const opened = await openSystem({ config, databaseUrl: pooler.url, log: direct.log, reserve: true });
afterAll(async () => {
  await opened.close();
  await pooler.close();
});
const system = { ...direct, ...opened.system };
const { caller } = await callersOf(system);
const { app } = await testApp(system);

/** What a session would keep beyond the transaction. */
const OF_A_SESSION = [
  /^\s*(LISTEN|UNLISTEN|PREPARE|DEALLOCATE|DISCARD|LOAD|SET\s+(?!LOCAL|TRANSACTION))/i,
  /WITH HOLD|pg_(try_)?advisory_(un)?lock(_shared)?\(|pg_export_snapshot|pg_cancel_backend/i,
  /CREATE TEMP(?![^;]*ON COMMIT DROP)/i,
];

const LINES = 'query ($query: String) { lines(first: 5, filter: {query: $query}) { nodes { id name } } }';

test('reads, writes, live views, intake and reports leave nothing in the sessions of a pooler', async () => {
  const user = await caller();
  const ctx = await user.context();
  const position = await changesPosition(ctx, undefined);
  const changes = watchChanges({ ctx, from: position ?? { id: 0n, seen: new Set() } });
  const firstChange = changes.next();
  const line = await user.line();
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => user.graphql(LINES, { query: line.name })),
  );
  for (const { body } of responses)
    expect(body.data.lines.nodes).toEqual([{ id: `Line:${line.id}`, name: line.name }]);
  expect((await user.get(`/lines/${line.id}`)).status).toBe(200);
  expect((await firstChange).value).toMatchObject({ resource: 'Advertiser', action: 'CREATE' });
  await changes.return(undefined);

  const poster = await createPoster(system);
  expect((await postEvents(app, poster, [anEvent()])).statusCode).toBe(200);
  await dropOldPartitions({ system, tables: ['event'], before: '20000101', lockWaitMs: 100 });

  const worker = await startWorker({ system });
  const input = { dateTypeId: 10, intervalTypeId: 1, reportOption: { metricTypeIds: [1] } };
  const { customerReportId } = await createReport({ ctx, input });
  await vi.waitFor(
    async () =>
      expect(await system.db.report.findUniqueOrThrow({ where: { customerReportId } })).toMatchObject({
        status: 'SUCCESS',
      }),
    { timeout: 20_000 },
  );
  await worker.stop();

  expect([...pooler.statements].filter((text) => OF_A_SESSION.some((rule) => rule.test(text)))).toEqual([]);
  expect(await pooler.leftovers()).toEqual([]);
}, 60_000);

test('a revocation is heard past the pooler', async () => {
  const client = await createClient(system);
  const token = await tokenFor(system, client);
  const call = () => authenticate({ system, token, scope: 'dsp-api-access', requestId: 'r' });
  for (let calls = 0; calls < 5; calls += 1) {
    await call();
    await sleep(50);
  }
  await revokeClient({ system: direct, clientId: client.clientId });
  await sleep(100);
  await expect(call()).rejects.toThrow();
});

test('the statement of a caller who left is cancelled in the server, and no other', async () => {
  const ctx = await contextOf(system, await createClient(system));
  expect(isPooled(ctx.pool)).toBe(true);
  const statement = prepared({ text: `SELECT pg_sleep(20)::text || '{}'`, bind: () => [] });
  const leaving = new AbortController();
  const began = performance.now();
  const other = system.pool.query('SELECT pg_sleep(1)');
  const values = { arguments: [], pages: [] };
  const reading = read({ ctx, statement, values, signal: leaving.signal });
  await sleep(200);
  leaving.abort();
  await expect(reading).rejects.toThrow('The caller went away.');
  expect(performance.now() - began).toBeLessThan(5_000);
  await other;
  const { rows } = await direct.pool.query(
    `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(20)%' AND pid <> pg_backend_pid()`,
  );
  expect(rows).toEqual([]);
});
