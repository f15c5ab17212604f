import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { anEvent } from '../support/traffic/intake.ts';
import type { Target } from './attack.ts';
import { dealInput } from './graphql-client.ts';
import { head, openMany } from './raw-client.ts';

/** Streams that stay open until `close`; what they are told is read. */
export interface Streams {
  /** How often one of them was told something. */
  told(): number;
  close(): void;
}

/** Each stream on a connection of its own. */
export async function overSse(target: Target, queries: readonly string[]): Promise<Streams> {
  const sockets: Socket[] = queries.flatMap((query) => {
    const body = JSON.stringify({ query });
    const headers = {
      authorization: `Bearer ${target.token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    return openMany(target, 1, head('POST /graphql', headers) + body);
  });
  let told = 0;
  for (const socket of sockets)
    socket.on('data', (text) => {
      told += String(text).split('event: next').length - 1;
    });
  return {
    told: () => told,
    close: () => sockets.forEach((socket) => void socket.destroy()),
  };
}

/** So many on one connection as it takes. */
export async function overWebSockets(
  target: Target,
  queries: readonly string[],
  perConnection: number,
): Promise<Streams> {
  const clients: WebSocket[] = [];
  let told = 0;
  for (let from = 0; from < queries.length; from += perConnection) {
    const client = new WebSocket(`ws://127.0.0.1:${target.port}/graphql`, 'graphql-transport-ws');
    client.on('error', () => undefined);
    client.on('message', (text) => {
      if (String(text).includes('"type":"next"')) told += 1;
    });
    clients.push(client);
    const opened = await Promise.race([once(client, 'open').then(() => true), sleep(5_000, false)]);
    if (!opened) continue;
    const payload = { authorization: `Bearer ${target.token}` };
    client.send(JSON.stringify({ type: 'connection_init', payload }));
    await Promise.race([once(client, 'message'), sleep(5_000)]);
    for (const [index, query] of queries.slice(from, from + perConnection).entries())
      client.send(JSON.stringify({ id: String(index), type: 'subscribe', payload: { query } }));
  }
  return { told: () => told, close: () => clients.forEach((client) => void client.terminate()) };
}

/** Makes something for the streams to tell: an event of pixel 2 and a change of the seat. */
export async function stir(target: Target): Promise<void> {
  await fetch(`${target.origin}/v1/pixels/2/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.eventsToken}`, 'content-type': 'application/json' },
    body: JSON.stringify([anEvent()]),
  }).then((response) => response.text());
  const query = `mutation { createDeal(${dealInput(randomUUID())}) { __typename } }`;
  await fetch(`${target.origin}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  }).then((response) => response.text());
}
