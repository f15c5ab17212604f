import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { withScratchServer } from '../../../scripts/scratch-server.ts';
import { loadConfig } from '../../../src/config.ts';
import { freePort } from '../../../src/db/embedded/postmaster.ts';
import { migrate } from '../../../src/db/migrate.ts';
import type { System } from '../../../src/domain/context.ts';
import { createWebhook } from '../../../src/domain/webhook/create.ts';
import { type Happening, tellWebhooks } from '../../../src/domain/webhook/queue.ts';
import { openSystem } from '../../../src/system.ts';
import { contextOf, createClient, tokenFor } from '../../support/actors.ts';
import { ServerProcess } from '../support/child.ts';

/**
 * `npm run bench:webhooks`: how many deliveries a second reach a receiver on this machine, and what management calls
 * take while BENCH_RATE (500) a second are delivered, against the same calls alone; in turn, BENCH_ROUNDS (5) of four
 * seconds each.
 */
const RATE = Number(process.env.BENCH_RATE ?? 500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = 4_000;
const TICK_MS = 100;
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
  try {
    const client = await createClient(system);
    const input = { url: receiver.url, events: ['line.status'] };
    await createWebhook({ ctx: await contextOf(system, client), input });
    const token = await tokenFor(system, client);
    const tell = teller(system, client.seatId);
    const received = async () => Number(await (await fetch(receiver.url)).text());
    const calls = (ms: number) => manage(server.url, token, ms);

    await Promise.all([calls(3_000), deliver(tell, 3_000)]);
    const alone: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(500);
      alone.push(...(await calls(ROUND_MS)));
      const [before, began] = [await received(), performance.now()];
      const [durations] = await Promise.all([calls(ROUND_MS), deliver(tell, ROUND_MS)]);
      busy.push(...durations);
      const rate = ((await received()) - before) / ((performance.now() - began) / 1000);
      console.log(`round ${round + 1}: ${rate.toFixed(0)} deliveries a second beside the calls`);
    }
    for (const [name, durations] of [['alone', alone] as const, ['with deliveries', busy] as const])
      console.log(
        `calls ${name}: p50 ${at(durations, 0.5)} ms, p95 ${at(durations, 0.95)} ms, mean ${mean(durations)} ms`,
      );
    const before = await received();
    for (let sent = 0; sent < BURST; sent += 1_000) await tell(1_000);
    const began = performance.now();
    const first = await received();
    while ((await received()) < before + BURST) await sleep(20);
    const seconds = (performance.now() - began) / 1000;
    console.log(`a burst: ${((before + BURST - first) / seconds).toFixed(0)} deliveries a second`);
  } finally {
    await server.stop();
    await receiver.stop();
    await close();
  }
});

/** Each delivery is of one of a thousand lines, as an import that activates them brings it. */
function teller(system: System, seatId: number) {
  let line = 0;
  return (count: number) =>
    tellWebhooks(
      system.db,
      Array.from({ length: count }, (): Happening => {
        line = (line + 1) % 1_000;
        const data = { lineId: line, orderId: 1, advertiserId: 1, name: 'Line', status: 'ACTIVE' };
        return {
          ...{ seatId, advertiserId: null, event: 'line.status', resource: `Line:${line}` },
          ...{ at: system.now(), data },
        };
      }),
    );
}

async function deliver(tell: (count: number) => Promise<void>, ms: number): Promise<void> {
  const began = performance.now();
  for (let told = 0; performance.now() - began < ms; ) {
    const due = Math.floor(((performance.now() - began + TICK_MS) / 1000) * RATE) - told;
    told += due;
    await tell(due);
    await sleep(TICK_MS);
  }
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
