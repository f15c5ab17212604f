import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { loadConfig } from '../../src/config.ts';
import { type RunningService, startService } from '../../src/operations/service/service.ts';
import { openSystem } from '../../src/operations/service/system.ts';
import { prepareDebian } from '../faults/debian.ts';
import { Postgres } from '../faults/postgres.ts';
import { createClient as createApiClient } from '../support/actors.ts';
import { ADVERTISER } from '../support/seat.ts';

/** Two services on a primary and a standby of Debian's PostgreSQL 15. */

const primary = await Postgres.create({ prepare: prepareDebian });
const standby = await primary.standby();
const env = {
  PORT: '0',
  DATABASE_URL: primary.url,
  FLIGHTLINE_DATABASE_REPLICA_URL: standby.url,
  FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
  FLIGHTLINE_DEMO: 'off',
};
const log = pino({ level: 'silent' });
const services: RunningService[] = [];
const folders: string[] = [];

async function start(): Promise<RunningService> {
  const FLIGHTLINE_DATA_DIR = await mkdtemp(join(tmpdir(), 'cluster-'));
  folders.push(FLIGHTLINE_DATA_DIR);
  const FLIGHTLINE_SERVICES = 'graphql,identity,traffic,native,intake,attribution';
  const config = loadConfig({ ...env, FLIGHTLINE_DATA_DIR, FLIGHTLINE_SERVICES });
  const service = await startService({ config, log });
  services.push(service);
  return service;
}

beforeAll(async () => {
  await start();
  await start();
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await standby.remove();
  await primary.remove();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

const awayOf = async ({ origin }: RunningService) =>
  (await (await fetch(`${origin}/readyz`)).json()).away ?? [];
const statementsOf = async (server: Postgres) => {
  const { rows } = await server.run<{ count: string }>(
    `SELECT sum(xact_commit) AS count FROM pg_stat_database WHERE datname = 'postgres'`,
  );
  return Number(rows[0]?.count);
};

test('clients of both read what they wrote, while the standby answers, is stopped and is back', async () => {
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: primary.url, log });
  const credentials = await createApiClient(system);
  await system.db.userQuota.update({
    where: { userId: credentials.userId },
    data: { graphqlPerHr: 100_000_000 },
  });
  await close();
  const clients = services.map(({ origin }) =>
    createClient({ ...credentials, url: origin, attempts: 1, origins: { auth: origin } }),
  );
  await vi.waitFor(async () => expect(await Promise.all(services.map(awayOf))).toEqual([[], []]), {
    timeout: 20_000,
  });
  const before = await statementsOf(standby);
  let isOver = false;
  let reads = 0;
  const works = clients.map(async (client, of) => {
    for (let round = 0; !isOver; round += 1) {
      const name = `Advertiser ${of} ${round}`;
      const created = await client.request<{ createAdvertiser: { advertiser: { id: string } } }, object>(
        `mutation ($input: CreateAdvertiserInput!) {
          createAdvertiser(input: $input) { ... on CreateAdvertiserPayload { advertiser { id } } } }`,
        { input: { ...ADVERTISER, name } },
      );
      const { id } = created.createAdvertiser.advertiser;
      for (let again = 0; again < 5; again += 1) {
        const read = await client.request<{ advertiser: { name: string } | null }, object>(
          'query ($id: ID!) { advertiser(id: $id) { name } }',
          { id },
        );
        expect(read.advertiser?.name).toBe(name);
        reads += 1;
      }
    }
  });
  const all = Promise.all(works);
  await Promise.race([all, sleep(3_000)]);
  await sleep(1_000);
  expect(await statementsOf(standby)).toBeGreaterThan(before);
  await standby.crash();
  await Promise.race([all, sleep(4_000)]);
  for (const service of services)
    expect(await awayOf(service)).toEqual([expect.stringMatching(/^The replica of the database/)]);
  await standby.start();
  await vi.waitFor(async () => expect(await Promise.all(services.map(awayOf))).toEqual([[], []]), {
    timeout: 20_000,
  });
  await Promise.race([all, sleep(2_000)]);
  isOver = true;
  await all;
  expect(reads).toBeGreaterThan(50);
});
