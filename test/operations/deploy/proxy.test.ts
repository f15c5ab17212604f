import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { tokenFor } from '../../support/actors.ts';
import { Nginx } from '../../support/processes/nginx.ts';
import { freePort, startTokenProcess } from '../../support/processes/start.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPoster } from '../../support/traffic/intake.ts';

/** The proxy of docker-compose.cluster.yml, as Debian's nginx runs it. */

const onTwo = ([first = 0, second = 0]: number[]) => ({
  ...{ 'api-1': first, 'api-2': second },
  ...{ 'intake-1': first, 'intake-2': second },
});

test('nginx takes the configuration as it is shipped', async () => {
  const nginx = await Nginx.create(onTwo([await freePort(), await freePort()]));
  expect(await nginx.check()).toMatch(/test is successful/);
});

test('a frozen process is out of rotation within 5 s; at most 3 of 20 calls fail meanwhile, and no event is stored twice', async () => {
  const system = await testSystem();
  const { client, pixelId, eventToken } = await createPoster(system);
  const token = await tokenFor(system, client);
  const ports = [await freePort(), await freePort()];
  const [frozen, other] = await Promise.all(
    ports.map((port) => startTokenProcess(system, { port, face: 'app' })),
  );
  if (!frozen || !other) throw new Error('Both processes must start.');
  const { origin } = await startedNginx(ports);
  const json = { 'content-type': 'application/json' };
  const sent: string[] = [];
  const events = (headers: Record<string, string>) => {
    const label = randomUUID();
    sent.push(label);
    return {
      path: `/v1/pixels/${pixelId}/events`,
      init: {
        method: 'POST',
        headers: { ...json, authorization: eventToken, ...headers },
        body: JSON.stringify([anEvent({ custom_data: { el: label } })]),
      },
    };
  };
  const kinds: (() => { path: string; init: RequestInit })[] = [
    () => ({
      path: '/traffic/advertisers',
      init: { headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': token } },
    }),
    () => events({ 'idempotency-key': randomUUID() }),
    () => ({
      path: '/graphql',
      init: {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: '{"query":"{ rateLimit { limit } }"}',
      },
    }),
    () => events({}),
  ];
  const call = async (n: number, timeoutMs: number): Promise<number> => {
    const { path, init } = (kinds[n % kinds.length] as (typeof kinds)[0])();
    try {
      const answer = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  };
  const all = async (timeoutMs: number): Promise<number[]> => {
    const answers: Promise<number>[] = [];
    for (let n = 0; n < 20; n += 1) {
      answers.push(call(n, timeoutMs));
      await sleep(250);
    }
    return Promise.all(answers);
  };
  // Both have compiled what they need.
  expect((await all(20_000)).filter((status) => status !== 200)).toEqual([]);

  frozen.child.kill('SIGSTOP');
  onTestFinished(() => void frozen.child.kill('SIGCONT'));
  const meanwhile = await all(10_000);
  expect(meanwhile.filter((status) => status !== 200).length).toBeLessThanOrEqual(3);
  // Five seconds have passed.
  const answered = await Promise.all(Array.from({ length: 20 }, (_, n) => call(n, 10_000)));
  expect(answered).toEqual(answered.map(() => 200));

  frozen.child.kill('SIGCONT');
  await sleep(1_000);
  const { rows } = await system.pool.query<{ el: string }>('SELECT el FROM event');
  const stored = rows.map(({ el }) => el);
  expect(new Set(stored).size).toBe(stored.length);
  expect(sent).toEqual(expect.arrayContaining(stored));
}, 120_000);

async function startedNginx(ports: number[]): Promise<Nginx> {
  const nginx = await Nginx.create(onTwo(ports));
  await nginx.start();
  return nginx;
}

/** Two processes that lose the connection of each call that they have not seen before. */
async function losingProcesses(): Promise<{ ports: number[]; seen: string[] }> {
  const seen: string[] = [];
  const servers: Server[] = [];
  for (let n = 0; n < 2; n += 1) {
    const server = createServer(async (request, response) => {
      for await (const _chunk of request);
      const id = String(request.headers['x-request-id'] ?? '');
      if (id === '') return response.writeHead(404).end();
      const isFirst = !seen.includes(id);
      seen.push(id);
      return isFirst ? request.socket.destroy() : response.end('answered');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
  }
  onTestFinished(() => {
    for (const server of servers) server.close().closeAllConnections();
  });
  return { ports: servers.map((server) => (server.address() as AddressInfo).port), seen };
}

const KEY = { 'idempotency-key': 'a' };
const STREAM = { accept: 'text/event-stream' };

test.each<[times: number, method: string, path: string, headers: Record<string, string>]>([
  [2, 'GET', '/traffic/lines', {}],
  [2, 'GET', '/v3/rest/campaign', {}],
  [2, 'GET', '/?vmcid=x', {}],
  [2, 'POST', '/traffic/lines', KEY],
  [2, 'PUT', '/traffic/lines/1', KEY],
  [2, 'POST', '/v1/pixels/1/events', KEY],
  [1, 'POST', '/traffic/lines', {}],
  [1, 'POST', '/v1/pixels/1/events', {}],
  [1, 'POST', '/graphql', {}],
  [1, 'POST', '/graphql', STREAM],
  [1, 'PUT', '/traffic/lines/1', {}],
  [1, 'PUT', '/traffic/lines/1', STREAM],
  [1, 'PATCH', '/traffic/lines/1', {}],
  [1, 'DELETE', '/traffic/lines/1', {}],
])('%i process(es) see a lost %s %s with %j', async (times, method, path, headers) => {
  const { ports, seen } = await losingProcesses();
  const { origin } = await startedNginx(ports);
  const { status } = await fetch(origin + path, {
    method,
    headers: { 'x-request-id': 'mine', ...headers },
    ...(method !== 'GET' && { body: '{}' }),
  });
  expect([seen.length, status]).toEqual([times, times === 2 ? 200 : 502]);
});
