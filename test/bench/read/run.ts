import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { startEmbedded } from '../../../src/db/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { setUserQuota } from '../../../src/domain/quota/set.ts';
import { openSystem } from '../../../src/system.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { alternate } from '../support/alternate.ts';
import { ServerProcess } from '../support/child.ts';
import { fill } from './fill.ts';
import { type Question, questions } from './questions.ts';

/**
 * `npm run bench:read`: GraphQL reads against a bare route over one hand-written statement, alternating.
 * Rounds and seconds of each: BENCH_ROUNDS (5), BENCH_SECONDS (5); BENCH_CONNECTIONS (8).
 */
const { BENCH_ROUNDS = '5', BENCH_SECONDS = '5', BENCH_CONNECTIONS = '8' } = process.env;
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
const children: ServerProcess[] = [];
try {
  await migrate({ url: database.url });
  const env = {
    PORT: '0',
    DATABASE_URL: database.url,
    FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const log = pino({ level: 'error' });
  const { system, close } = await openSystem({ config: loadConfig(env), databaseUrl: database.url, log });
  const world = await fill(system);
  const client = await createClient(system, { seatId: world.seatId });
  const [getPerMin, getPerHr, getPerDay, graphqlPerHr] = Array(4).fill(2_000_000_000);
  const quotas = { getPerMin, getPerHr, getPerDay, graphqlPerHr };
  await setUserQuota({ system, userId: client.userId, quotas });
  const token = await tokenFor(system, client);
  await close();

  const start = (file: string, more = {}) =>
    ServerProcess.start(join(import.meta.dirname, file), { ...env, ...more });
  const flightline = await start('flightline-server.ts');
  children.push(flightline);
  const executor = await start('flightline-server.ts', { BENCH_EXECUTOR: 'on' });
  children.push(executor);
  const floor = await start('floor-server.ts', { FLOOR_WORLD: JSON.stringify(world) });
  children.push(floor);

  console.log('question | contender | requests/s | p50 ms | p99 ms | RSS MiB | CPU ms/request | SQL | ratio');
  for (const question of questions(world)) {
    const { key, title, asked } = question;
    const request = ask(question, token);
    const path = 'path' in asked ? asked.path : '/graphql';
    const contenders: { name: string; server: ServerProcess; path: string; request: object }[] = [
      { name: 'flightline', server: flightline, path, request },
      // REST has no second path.
      ...('path' in asked ? [] : [{ name: 'Pothos and Prisma', server: executor, path, request }]),
      { name: 'floor', server: floor, path: `/${key}`, request: {} },
    ];
    const perRequest = [];
    for (const { server, path, request } of contenders)
      perRequest.push(await statementsOf(server, `${server.url}${path}`, request));
    const before = await Promise.all(contenders.map(({ server }) => server.figures()));
    const figures = await alternate(
      contenders.map(({ name, server, path, request }) => ({
        name,
        url: `${server.url}${path}`,
        ...request,
      })),
      {
        rounds: Number(BENCH_ROUNDS),
        seconds: Number(BENCH_SECONDS),
        connections: Number(BENCH_CONNECTIONS),
      },
    );
    const best = figures.at(-1)?.perSecond ?? Number.NaN;
    for (const [index, { name, perSecond, p50, p99, refused, answered }] of figures.entries()) {
      const { rssMib, cpuMs = 0 } = (await contenders[index]?.server.figures()) ?? {};
      const cpu = ((cpuMs - (before[index]?.cpuMs ?? 0)) / answered).toFixed(2);
      const ratio = (perSecond / best).toFixed(2);
      const note = refused > 0 ? ` (${refused} refused!)` : '';
      console.log(
        `${key} ${title} | ${name} | ${perSecond} | ${p50} | ${p99} | ${rssMib} | ${cpu} | ${perRequest[index]} | ${ratio}${note}`,
      );
    }
  }
  console.log(`F a new text on every request | flightline | CPU ms/request ${await newTexts(flightline)}`);

  /** The processor time of A with a text that was never seen. */
  async function newTexts(server: ServerProcess): Promise<string> {
    const [first] = questions(world);
    if (!first || !('query' in first.asked)) return '';
    const { query } = first.asked;
    const send = async (count: number, prefix: string) => {
      for (let number = 0; number < count; number += 1) {
        const text = query.replace('advertisers', `${prefix}${number}: advertisers`);
        const answer = await fetch(`${server.url}/graphql`, graphql(token, { query: text, variables: {} }));
        if (!answer.ok) throw new Error(await answer.text());
        await answer.arrayBuffer();
      }
    };
    await send(50, 'warm');
    const before = await server.figures();
    await send(200, 'new');
    return (((await server.figures()).cpuMs - before.cpuMs) / 200).toFixed(2);
  }
} finally {
  for (const child of children) await child.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

function ask({ asked }: Question, token: string) {
  if ('path' in asked) return { headers: xAuth(token) };
  return graphql(token, asked);
}

function xAuth(token: string) {
  return { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
}

function graphql(token: string, body: { query: string; variables: object }) {
  return {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  };
}

/** One answer is looked at before the load: what it costs in SQL, and that it is an answer. */
async function statementsOf(server: ServerProcess, url: string, request: object): Promise<number> {
  await fetch(url, request);
  const before = await server.figures();
  const answer = await fetch(url, request);
  const body = (await answer.json()) as { errors?: unknown };
  if (answer.status !== 200 || body.errors) throw new Error(`refused: ${JSON.stringify(body).slice(0, 500)}`);
  const after = await server.figures();
  return after.statements - before.statements;
}
