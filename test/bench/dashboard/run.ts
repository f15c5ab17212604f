import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alternate } from '../support/alternate.ts';
import { ServerProcess } from '../support/child.ts';
import { makeWorld } from './world.ts';

/**
 * The questions of a dashboard over HTTP: npm run bench:dashboard [-- ROWS], 20,000,000 facts unless given. With
 * BENCH_DASHBOARD_DIR=DIR the data stays in DIR for later runs. Days of facts: BENCH_DAYS (395). Rounds and seconds of
 * each question: BENCH_ROUNDS (1), BENCH_SECONDS (5).
 */
const { BENCH_ROUNDS = '1', BENCH_SECONDS = '5', BENCH_DASHBOARD_DIR } = process.env;
const WEEK = 'range: {preset: LAST_7_DAYS}';
const MONTH = 'range: {preset: LAST_30_DAYS}';

const QUESTIONS = [
  {
    name: '25 lines with delivery of 7 days and pacing',
    aim: 'p50 25 ms, p99 100 ms',
    connections: 8,
    query: `{ lines(first: 25) { nodes { id name delivery(${WEEK}) { impressions clicks spend { amount currency } ctr }
      pacing { status ratio delivered { amount } projected { amount } } } } }`,
  },
  {
    name: '10 best of 10,000 ads by CTR, last 30 days',
    aim: 'p50 80 ms',
    connections: 1,
    query: `{ ads(first: 10, orderBy: {delivery: {metric: CTR, ${MONTH}}, direction: DESC}) {
      nodes { id name delivery(${MONTH}) { ctr } } } }`,
  },
  {
    name: 'advertisers by spend, page 1 of 1,000, with a daily series of 30 days for each of 25',
    aim: 'p50 60 ms',
    connections: 1,
    query: `{ advertisers(first: 25, orderBy: {delivery: {metric: SPEND, ${MONTH}}, direction: DESC}) {
      nodes { id name deliverySeries(${MONTH}, interval: DAY) { start delivery { spend { amount } } } } } }`,
  },
  {
    name: 'the whole page in one request',
    aim: 'p50 120 ms',
    connections: 1,
    query: await readFile(
      join(import.meta.dirname, '../../../src/client/documents/dashboard-page.graphql'),
      'utf8',
    ),
  },
];

const world = await makeWorld({ rows: Number(process.argv[2] ?? 20_000_000), keptIn: BENCH_DASHBOARD_DIR });
const server = await ServerProcess.start(
  join(import.meta.dirname, '../read/flightline-server.ts'),
  world.env,
);
try {
  console.log('question | aim | connections | p50 ms | p99 ms | requests/s | SQL/request | points');
  for (const { name, aim, connections, query } of QUESTIONS) {
    const request = {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${world.token}` },
      body: JSON.stringify({ query, variables: { pixelId: world.pixelId } }),
    };
    const [statements, points] = await look(request);
    const [figures] = await alternate([{ name, url: `${server.url}/graphql`, ...request }], {
      rounds: Number(BENCH_ROUNDS),
      seconds: Number(BENCH_SECONDS),
      connections,
    });
    const note = figures?.refused ? ` (${figures.refused} refused!)` : '';
    console.log(
      `${name} | ${aim} | ${connections} | ${figures?.p50} | ${figures?.p99} | ${figures?.perSecond} | ${statements} | ${points}${note}`,
    );
  }
} finally {
  await server.stop();
  await world.stop();
}

/** One answer is looked at before the load: that it is an answer, and what it costs. */
async function look(request: RequestInit): Promise<[statements: number, points: number]> {
  await fetch(`${server.url}/graphql`, request);
  const before = await server.figures();
  const answer = await fetch(`${server.url}/graphql`, request);
  const { errors, extensions } = (await answer.json()) as {
    errors?: unknown;
    extensions: { cost: { requested: number } };
  };
  if (errors) throw new Error(`refused: ${JSON.stringify(errors).slice(0, 500)}`);
  const after = await server.figures();
  return [after.statements - before.statements, extensions.cost.requested];
}
