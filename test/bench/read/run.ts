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
  const { seatId, advertiserId } = await fill(system);
  const client = await createClient(system, { seatId });
  await setUserQuota({ system, userId: client.userId, quotas: { graphqlPerHr: 2_000_000_000 } });
  const token = await tokenFor(system, client);
  await close();

  const start = (file: string, more = {}) =>
    ServerProcess.start(join(import.meta.dirname, file), { ...env, ...more });
  const flightline = await start('flightline-server.ts');
  children.push(flightline);
  const floor = await start('floor-server.ts', {
    FLOOR_SEAT: String(seatId),
    FLOOR_ADVERTISER: String(advertiserId),
  });
  children.push(floor);

  console.log('question | contender | requests/s | p50 ms | p99 ms | RSS MiB | SQL/request | ratio');
  for (const question of questions(seatId, advertiserId)) {
    const request = ask(question, token);
    const perRequest = [await statementsOf(flightline, request), 1];
    const figures = await alternate(
      [
        { name: 'flightline', url: `${flightline.url}/graphql`, ...request },
        { name: 'floor', url: `${floor.url}/${question.key}` },
      ],
      {
        rounds: Number(BENCH_ROUNDS),
        seconds: Number(BENCH_SECONDS),
        connections: Number(BENCH_CONNECTIONS),
      },
    );
    const best = figures[1]?.perSecond ?? Number.NaN;
    for (const [index, { name, perSecond, p50, p99, refused }] of figures.entries()) {
      const { rssMib } = await (index === 0 ? flightline : floor).figures();
      const ratio = (perSecond / best).toFixed(2);
      const note = refused > 0 ? ` (${refused} refused!)` : '';
      console.log(
        `${question.key} ${question.title} | ${name} | ${perSecond} | ${p50} | ${p99} | ${rssMib} | ${perRequest[index]} | ${ratio}${note}`,
      );
    }
  }
} finally {
  for (const child of children) await child.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

function ask(question: Question, token: string) {
  const { query, variables } = question;
  return {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  };
}

/** One answer is looked at before the load: what it costs in SQL, and that it is an answer. */
async function statementsOf(server: ServerProcess, request: ReturnType<typeof ask>): Promise<number> {
  await fetch(`${server.url}/graphql`, request);
  const before = await server.figures();
  const answer = await fetch(`${server.url}/graphql`, request);
  const body = (await answer.json()) as { errors?: unknown };
  if (answer.status !== 200 || body.errors) throw new Error(`refused: ${JSON.stringify(body).slice(0, 500)}`);
  const after = await server.figures();
  return after.statements - before.statements;
}
