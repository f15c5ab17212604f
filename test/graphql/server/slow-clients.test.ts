import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { activityChannel } from '../../../src/domain/events/event/activity.ts';
import { publish } from '../../../src/platform/database/rows/publish.ts';
import { tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { createPoster } from '../../support/traffic/intake.ts';

const system = await testSystem();
const { app } = await testApp(system);
// Connections are looked at once a second.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
const sockets: Socket[] = [];
app.server.on('connection', (socket: Socket) => sockets.push(socket));
afterAll(() => app.close());
afterAll(() => vi.useRealTimers());

const MIB = 1024 * 1024;
/** Every message is answered with its text so often, more than 130 kB. */
const COPIES = 20;
const MESSAGES = 500;

/** A live view of a pixel whose answers are long. */
async function view() {
  const { client, pixelId } = await createPoster(system);
  const copies = Array.from({ length: COPIES }, (_, i) => `m${i}: message`).join(' ');
  return {
    token: await tokenFor(system, client),
    query: `subscription { pixelEvents(pixelId: "${pixelId}") { ${copies} } }`,
    /** Tells it more than sixty mebibytes, one answer after the other. */
    flood: async () => {
      const message = 'x'.repeat(7000);
      const activity = { at: system.now().toISOString(), outcome: 'REFUSED', clientId: 'c', message };
      for (let i = 0; i < MESSAGES; i += 1)
        await publish({
          db: system.db,
          channel: activityChannel(pixelId),
          payload: { activities: [activity], skipped: 0 },
        });
    },
  };
}

/** Opens streams that stop reading after the first answer. */
const CLIENTS: Record<string, (token: string, query: string) => Promise<() => void>> = {
  SSE: async (token, query) => {
    const body = JSON.stringify({ query });
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\naccept: text/event-stream\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await once(socket, 'data');
    socket.pause();
    return () => socket.destroy();
  },
  WebSocket: async (token, query) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    await once(socket, 'message');
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    socket.pause();
    return () => socket.terminate();
  },
};

async function listening(): Promise<number> {
  const { rows } = await system.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  return rows[0].n;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500 && !(await holds()); tries += 1) await sleep(20);
  expect(await holds()).toBe(true);
}

test.each(Object.entries(CLIENTS))(
  'a client that stops reading %s is closed, and little waits for it',
  async (_name, open) => {
    const { token, query, flood } = await view();
    const leave = await open(token, query);
    const socket = sockets.at(-1);
    await until(async () => (await listening()) === 1);
    await flood();
    await until(() => (socket?.writableLength ?? 0) > 0);
    expect(socket?.writableLength).toBeLessThan(MIB);
    expect(socket?.destroyed).toBe(false);
    vi.advanceTimersByTime(16_000);
    expect(socket?.destroyed).toBe(true);
    await until(async () => (await listening()) === 0);
    leave();
  },
  60_000,
);

test('streams that follow each other on one connection leave no watch behind', async () => {
  const { token } = await view();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const read = async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    };
    const sent = request({ port, path: '/graphql', method: 'POST', headers, agent });
    sent.end(JSON.stringify({ query: '{ __typename }' }));
    const [answer] = await once(sent, 'response');
    for await (const chunk of answer) expect(String(chunk)).not.toBe('');
  };
  await read();
  const count = sockets.length;
  const before = sockets.at(-1)?.listenerCount('close');
  for (let i = 0; i < 5; i += 1) await read();
  expect(sockets.length).toBe(count);
  expect(sockets.at(-1)?.listenerCount('close')).toBe(before);
  agent.destroy();
});
