import { deepEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import { inTransaction } from '../../../src/domain/context.ts';
import { appendChanges } from '../../../src/domain/notifications/history/record.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';
import { migrate } from '../../../src/platform/database/migration/migrate.ts';
import { contextOf, createClient, tokenFor } from '../../support/actors.ts';
import { byExecutor } from '../../support/by-executor.ts';
import { alternate } from '../support/alternate.ts';
import { ServerProcess } from '../support/child.ts';
import { DeployedService } from './deployed.ts';
import { alternateEvents, eventOf } from './events.ts';
import { fill, type World } from './fill.ts';
import { peers } from './peers.ts';
import type { Question } from './question.ts';
import { questions } from './questions.ts';
import { contentOf } from './same.ts';

/**
 * `npm run bench:read`: GraphQL reads against other servers over the same tables and a bare route over one hand-written
 * statement, alternating. What they answer is compared before.
 * Rounds and seconds of each: BENCH_ROUNDS (5), BENCH_SECONDS (5); BENCH_CONNECTIONS (8). BENCH_ONLY=BC runs only those, BENCH_ONLY=F1F4 two
 * of several.
 * BENCH_AGAINST: another checkout, to compare with.
 */
const {
  BENCH_ROUNDS = '5',
  BENCH_SECONDS = '5',
  BENCH_CONNECTIONS = '8',
  BENCH_ONLY = 'ABCDEF',
  BENCH_AGAINST,
} = process.env;
/** Connections for what memory and p99 come to under many callers. */
const CROWD = 64;
const dataDir = await mkdtemp(join(tmpdir(), 'flightline-bench-'));
await chmod(dataDir, 0o711);
const database = await startEmbedded({ dataDir });
const children: { stop(): Promise<void> }[] = [];
const closers: (() => Promise<unknown>)[] = [];
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
  closers.push(close);
  const ctx = await contextOf(system, client);
  const write = () => inTransaction(ctx, (ctx) => appendChanges({ ctx, ...changeOf(world) }));

  const start = (file: string, more = {}) =>
    ServerProcess.start(resolve(import.meta.dirname, file), { ...env, ...more });
  const flightline = await start('flightline-server.ts');
  children.push(flightline);
  const executor = await start('flightline-server.ts');
  children.push(executor);
  const other = BENCH_AGAINST
    ? await start(join(BENCH_AGAINST, 'test/bench/read/flightline-server.ts'))
    : undefined;
  if (other) children.push(other);
  const others = [];
  for (const peer of peers(world)) {
    const server = await start(peer.file);
    children.push(server);
    others.push({ ...peer, server });
  }
  const floor = await start('floor-server.ts', { FLOOR_WORLD: JSON.stringify(world) });
  children.push(floor);

  console.log(
    'question | contender | requests/s | p50 ms | p99 ms | RSS MiB | CPU ms/request | SQL/request | ratio',
  );
  for (const question of questions(world)) {
    const { key, title, call } = question;
    if (!(BENCH_ONLY.match(/[A-Z]\d*/g) ?? []).some((wanted) => key.startsWith(wanted))) continue;
    const request = ask(question, token);
    const path = 'path' in call ? call.path : '/graphql';
    const contenders: { name: string; server: ServerProcess; path: string; request: object }[] = [
      { name: 'flightline', server: flightline, path, request },
      ...(other ? [{ name: 'other checkout', server: other, path, request }] : []),
      // REST, mutations and subscriptions have one output.
      ...('path' in call || !call.query.startsWith('query')
        ? []
        : [
            {
              name: 'through graphql-js',
              server: executor,
              path,
              request: graphql(token, { ...call, query: byExecutor(call.query) }),
            },
          ]),
      ...others.flatMap(({ name, server, headers, call: { [key]: call } }) =>
        call ? [{ name, server, path: '/graphql', request: post(headers, call) }] : [],
      ),
      { name: 'floor', server: floor, path: `/${key}`, request: {} },
    ];
    const isSubscription = 'query' in call && call.query.startsWith('subscription');
    const events = contenders.map(({ name, server, path, request }) => ({
      ...{ name, url: `${server.url}${path}` },
      request: asStream(request),
    }));
    const answers = [];
    if (isSubscription) for (const contender of events) answers.push(await eventOf(contender, write));
    else
      for (const { server, path, request } of contenders)
        answers.push(await answerOf(`${server.url}${path}`, request));
    // REST's answers have a time of their own.
    if (!('path' in call)) for (const answer of answers) deepEqual(contentOf(answer), contentOf(answers[0]));
    const before = await Promise.all(contenders.map(({ server }) => server.figures()));
    const load = {
      rounds: Number(BENCH_ROUNDS),
      seconds: Number(BENCH_SECONDS),
      connections: Number(BENCH_CONNECTIONS),
    };
    const figures = isSubscription
      ? await alternateEvents(events, { ...load, streams: load.connections, write })
      : await alternate(
          contenders.map(({ name, server, path, request }) => ({
            name,
            url: `${server.url}${path}`,
            ...request,
          })),
          load,
        );
    const best = figures.at(-1)?.perSecond ?? Number.NaN;
    const used = [];
    for (const [index, { answered }] of figures.entries()) {
      const { rssMib, cpuMs = 0, statements = 0 } = (await contenders[index]?.server.figures()) ?? {};
      const cpu = (cpuMs - (before[index]?.cpuMs ?? 0)) / answered;
      used.push({ rssMib, cpu, sql: (statements - (before[index]?.statements ?? 0)) / answered });
    }
    const leastCpu = used.at(-1)?.cpu ?? Number.NaN;
    for (const [index, { name, perSecond, p50, p99, refused }] of figures.entries()) {
      const { rssMib, cpu = 0, sql = 0 } = used[index] ?? {};
      // Events wait for their writes, so that only the processor time of each tells something.
      const ratio = (isSubscription ? leastCpu / cpu : perSecond / best).toFixed(2);
      const note = refused > 0 ? ` (${refused} refused!)` : '';
      console.log(
        `${key} ${title} | ${name} | ${perSecond} | ${p50} | ${p99} | ${rssMib} | ${cpu.toFixed(3)} | ${sql.toFixed(2)} | ${ratio}${note}`,
      );
    }
  }
  const [A] = questions(world);
  if (!A || !('query' in A.call)) throw new Error('A is a GraphQL query.');
  const { query } = A.call;
  const deployed = await DeployedService.start(env);
  children.push(deployed);
  const idle = await deployed.memory();
  const [crowd] = await alternate(
    [{ name: 'flightline', url: `${deployed.url}/graphql`, ...ask(A, token) }],
    { rounds: 1, seconds: Number(BENCH_SECONDS), connections: CROWD },
  );
  const { now, most } = await deployed.memory();
  console.log(
    `A, ${CROWD} connections | dist/main.js | ${crowd?.perSecond} | ${crowd?.p50} | ${crowd?.p99} | ${now}, before ${idle.now}, at most ${most}`,
  );
  const known = await cpuOf(() => query);
  const unknown = await cpuOf((number) => query.replace('advertisers', `a${number}: advertisers`));
  console.log(
    `A with a new text on every request | flightline | CPU ms/request ${unknown.toFixed(2)}, with the same text ${known.toFixed(2)}`,
  );

  /** Processor time of one request, one after the other, once the code is compiled. */
  async function cpuOf(textOf: (number: number) => string): Promise<number> {
    const send = async (from: number, count: number) => {
      for (let number = from; number < from + count; number += 1) {
        const body = graphql(token, { query: textOf(number), variables: {} });
        const answer = await fetch(`${flightline.url}/graphql`, body);
        if (!answer.ok) throw new Error(await answer.text());
        await answer.arrayBuffer();
      }
    };
    await send(0, 300);
    const { cpuMs } = await flightline.figures();
    await send(300, 200);
    return ((await flightline.figures()).cpuMs - cpuMs) / 200;
  }
} finally {
  for (const child of children) await child.stop();
  for (const close of closers) await close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}

function ask({ call }: Question, token: string) {
  if ('path' in call) return { headers: xAuth(token) };
  return graphql(token, call);
}

function xAuth(token: string) {
  return { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
}

function graphql(token: string, body: { query: string; variables: object }) {
  return post({ authorization: `Bearer ${token}` }, body);
}

function post(headers: Readonly<Record<string, string>>, body: object) {
  return {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Server-Sent Events are requested by their media type. */
function asStream(request: RequestInit): RequestInit {
  return { ...request, headers: { ...request.headers, accept: 'text/event-stream' } };
}

/** A change of a line, which events report whether or not the line has changed. */
function changeOf({ mixedId }: World) {
  const fields = [{ path: 'bidPrice', before: 1, after: 1.5 }];
  return { resource: 'Line', action: 'UPDATE', rows: [{ id: mixedId, fields }] };
}

/** The `data` of one answer; REST has none. */
async function answerOf(url: string, request: object): Promise<unknown> {
  const answer = await fetch(url, request);
  const body = (await answer.json()) as { data?: { executor?: unknown }; errors?: unknown };
  if (answer.status !== 200 || body.errors) throw new Error(`refused: ${JSON.stringify(body).slice(0, 500)}`);
  const { executor: _, ...data } = body.data ?? {};
  return data;
}
