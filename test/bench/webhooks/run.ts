import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { withScratchServer } from '../../../scripts/scratch-server.ts';
import { loadConfig } from '../../../src/config.ts';
import type { System } from '../../../src/domain/context.ts';
import { createWebhook } from '../../../src/domain/notifications/webhook/create.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { freePort } from '../../../src/platform/database/embedded/postmaster.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { contextOf, createClient, tokenFor } from '../../support/actors.ts';
import { ServerProcess } from '../support/child.ts';
import type { Load } from './producer.ts';

/**
 * `npm run bench:webhooks`: how many deliveries a second reach a receiver on this machine, and what management calls
 * take while BENCH_RATE (500) a second are delivered, against the same calls alone; in turn, BENCH_ROUNDS (5) of four
 * seconds each. The service, the receiver, and the process in which lines become active run on their own: with
 * PostgreSQL and this one, which makes the calls, they share the machine's cores.
 */
const RATE = Number(process.env.BENCH_RATE ?? 500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = 4_000;
const CALLS_A_SECOND = 50;
const BURST = 10_000;

await withScratchServer(async (databaseUrl) => {
  await migrate({ url: databaseUrl });
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrl,
    FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
    FLIGHTLINE_WEBHOOK_ALLOW: '127.0.0.1/32',
  };
  const { system, close } = await openSystem({
    config: loadConfig(env),
    databaseUrl,
    log: pino({ level: 'error' }),
  });
  const receiver = await ServerProcess.start(join(import.meta.dirname, 'receiver.ts'), {});
  const server = await ServerProcess.start(join(import.meta.dirname, 'server.ts'), env);
  let producer: ServerProcess | undefined;
  try {
    const client = await createClient(system);
    const input = { url: receiver.url, events: ['line.status'] };
    await createWebhook({ ctx: await contextOf(system, client), input });
    const token = await tokenFor(system, client);
    await fill(system, client.seatId);
    producer = await ServerProcess.start(join(import.meta.dirname, 'producer.ts'), {
      ...env,
      SEAT_ID: String(client.seatId),
    });
    const enqueue = (load: Load) => producer?.ask(load);
    const deliver = (ms: number) => enqueue({ rate: RATE, ms });
    const received = async () => Number(await (await fetch(receiver.url)).text());
    const calls = (ms: number) => manage(server.url, token, ms);

    await Promise.all([calls(3_000), deliver(3_000)]);
    const alone: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(500);
      alone.push(...(await calls(ROUND_MS)));
      const [before, began] = [await received(), performance.now()];
      const [durations] = await Promise.all([calls(ROUND_MS), deliver(ROUND_MS)]);
      busy.push(...durations);
      const rate = ((await received()) - before) / ((performance.now() - began) / 1000);
      console.log(`round ${round + 1}: ${rate.toFixed(0)} deliveries a second during the calls`);
    }
    for (const [name, durations] of [['alone', alone] as const, ['with deliveries', busy] as const])
      console.log(
        `calls ${name}: p50 ${at(durations, 0.5)} ms, p95 ${at(durations, 0.95)} ms, mean ${mean(durations)} ms`,
      );
    const before = await received();
    for (let sent = 0; sent < BURST; sent += 1_000) await enqueue({ count: 1_000 });
    const began = performance.now();
    const first = await received();
    while ((await received()) < before + BURST) await sleep(20);
    const seconds = (performance.now() - began) / 1000;
    console.log(`a burst: ${((before + BURST - first) / seconds).toFixed(0)} deliveries a second`);
  } finally {
    await producer?.stop();
    await server.stop();
    await receiver.stop();
    await close();
  }
});

/** What the calls read: twenty lines. */
async function fill({ pool }: System, seatId: number): Promise<void> {
  const statements = [
    `INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id, timezone, currency, billing_price, contact)
     SELECT ${seatId}, id, 'Shoes', 'ACTIVE', 'https://example.com', 1, 'America/New_York', 'USD', 10, '{}'
     FROM account_group WHERE seat_id = ${seatId} LIMIT 1`,
    `INSERT INTO campaign (seat_id, advertiser_id, name) SELECT seat_id, id, 'Spring' FROM advertiser`,
    `INSERT INTO line (seat_id, advertiser_id, campaign_id, name, status, bid_price, goal_type)
     SELECT seat_id, advertiser_id, id, 'Line ' || n, 'ACTIVE', 1, 'CPM' FROM campaign, generate_series(1, 20) n`,
    'ANALYZE',
  ];
  for (const statement of statements) await pool.query(statement);
}

/** Reads a list of lines, so many times a second; returns how long each took, in milliseconds. */
async function manage(url: string, token: string, ms: number): Promise<number[]> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: '{ lines(first: 20) { nodes { id name status } } }' });
  const durations: number[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    await answer.text();
    if (!answer.ok) throw new Error(`A call was answered with ${answer.status}.`);
    durations.push(performance.now() - began);
    await sleep(1000 / CALLS_A_SECOND);
  }
  return durations;
}

function at(durations: readonly number[], share: number): string {
  return (durations.toSorted((a, b) => a - b)[Math.floor(durations.length * share)] ?? 0).toFixed(2);
}

function mean(durations: readonly number[]): string {
  return (durations.reduce((sum, one) => sum + one, 0) / durations.length).toFixed(2);
}
