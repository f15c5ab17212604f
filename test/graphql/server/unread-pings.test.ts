import type { Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const MIB = 2 ** 20;
/** More than the buffers of both sockets take. */
const SENT = 48 * MIB;

/** A WebSocket that was acknowledged, and the server's end of its connection. */
async function connected(token: string): Promise<{ client: WebSocket; served: Socket }> {
  const connection = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const client = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await new Promise((resolve) => client.once('open', resolve));
  const acknowledged = new Promise((resolve) => client.once('message', resolve));
  client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await acknowledged;
  return { client, served: await connection };
}

test.each([1_000, 100_000, 1_000_000])(
  'pings of %i bytes whose answers are not read are not read either, and all are answered later',
  async (bytes) => {
    const token = await tokenFor(system, await createClient(system));
    const { client, served } = await connected(token);
    const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(bytes) } });
    const count = Math.ceil(SENT / ping.length);
    let answers = 0;
    const allAnswered = new Promise<void>((resolve) => {
      client.on('message', () => {
        answers += 1;
        if (answers === count) resolve();
      });
    });
    client.pause();
    for (let n = 0; n < count; n += 1) client.send(ping);
    let most = 0;
    for (let round = 0; round < 40; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      most = Math.max(most, served.writableLength);
    }
    expect(most).toBeLessThan(3 * MIB);
    client.resume();
    await allAnswered;
    client.terminate();
  },
  120_000,
);

test('messages are answered in their order, whether they wait for their turn or not', async () => {
  const { client } = await connected(await tokenFor(system, await createClient(system)));
  const order: number[] = [];
  client.on('message', (message) => order.push(JSON.parse(String(message)).payload.n));
  const sizes = [20_000, 10, 200_000, 10, 900_000, 9_000, 10];
  for (const [n, size] of sizes.entries())
    client.send(JSON.stringify({ type: 'ping', payload: { n, text: 'x'.repeat(size) } }));
  await expect.poll(() => order, { timeout: 10_000 }).toEqual(sizes.map((_, n) => n));
  client.terminate();
});

test('operations of a socket begin while its client reads, and all are answered later', async () => {
  const client = await createClient(system);
  await system.pool.query(
    `INSERT INTO advertiser (seat_id, account_group_id, name, status, landing_page_url, iab_category_id,
       timezone, currency, billing_price, contact)
     SELECT seat_id, id, 'Advertiser ' || n, 'ACTIVE', 'https://a.example/' || repeat('x', 20000), 1,
       'UTC', 'USD', 0, '{}'
     FROM account_group, generate_series(1, 100) n WHERE seat_id = $1`,
    [client.seatId],
  );
  const { client: socket, served } = await connected(await tokenFor(system, client));
  const answered = new Set<string>();
  socket.on('message', (data) => answered.add(JSON.parse(String(data)).id));
  socket.pause();
  const query = '{ advertisers(first: 100) { nodes { landingPageUrl } } }';
  for (let n = 0; n < 60; n += 1)
    socket.send(JSON.stringify({ type: 'subscribe', id: `${n}`, payload: { query } }));
  let most = 0;
  for (let round = 0; round < 40; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    most = Math.max(most, served.writableLength);
  }
  // Ten operations of a user run at once; what the buffers of both sockets take is not counted.
  expect(most).toBeLessThan(24 * MIB);
  socket.resume();
  await expect.poll(() => answered.size, { timeout: 20_000 }).toBe(60);
  socket.terminate();
});
