import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { testSystem } from '../../support/system.ts';
import { directPosts, routedDuring, type Way } from '../../support/traffic/direct-posts.ts';
import { anEvent, createPoster, eventsOf } from '../../support/traffic/intake.ts';

const system = await testSystem();
const { app, lines, hostname, port, post: postTo } = await directPosts(system);
const poster = await createPoster(system);
const stranger = await createPoster(system);
const path = `/v1/pixels/${poster.pixelId}/events`;

interface Given {
  readonly body?: string | Buffer;
  readonly path?: string;
  readonly headers?: Record<string, string>;
}

const post = (way: Way, { headers, ...given }: Given = {}) =>
  postTo(way, {
    path,
    body: JSON.stringify([anEvent()]),
    headers: { authorization: `Bearer ${poster.eventToken}`, ...headers },
    ...given,
  });

const foreign = () => ({ headers: { authorization: `Bearer ${stranger.eventToken}` } });
const event = (more: Record<string, unknown>) => ({ body: JSON.stringify([anEvent(more)]) });
const CASES: [what: string, status: number, given: () => Given][] = [
  ['an event', 200, () => ({})],
  ['three events', 200, () => ({ body: JSON.stringify([anEvent(), anEvent(), anEvent()]) })],
  ['an event with a key', 200, () => ({ headers: { 'idempotency-key': randomUUID() } })],
  ['an empty key', 200, () => ({ headers: { 'idempotency-key': '' } })],
  ['a bare token', 200, () => ({ headers: { authorization: poster.eventToken } })],
  ['an empty request ID', 200, () => ({ headers: { 'x-request-id': '' } })],
  ['no events', 400, () => ({ body: '[]' })],
  ['no body', 400, () => ({ body: '' })],
  ['an object', 400, () => ({ body: '{}' })],
  ['half an array', 400, () => ({ body: '[{' })],
  ['bytes that are no UTF-8', 400, () => ({ body: Buffer.from([0x5b, 0xff, 0x5d]) })],
  ['an event without fields', 400, () => ({ body: '[{}]' })],
  ['NUL in a text', 400, () => event({ custom_data: { ec: '\0' } })],
  ['a value of the wrong type', 400, () => event({ action_source: 5 })],
  ['a key that is too long', 400, () => ({ headers: { 'idempotency-key': 'x'.repeat(300) } })],
  ['a pixel that does not exist', 400, () => ({ path: '/v1/pixels/999999/events' })],
  ['a number that cannot be an ID', 400, () => ({ path: '/v1/pixels/9999999999/events' })],
  ['a pixel of others', 400, foreign],
  ['an invalid token', 401, () => ({ headers: { authorization: 'Bearer x' } })],
  ['an empty token', 401, () => ({ headers: { authorization: '' } })],
  ['a token for something else', 401, () => ({ headers: { authorization: poster.uploadToken } })],
];

test('what is plain does not come to Fastify, and everything else does', async () => {
  expect(await routedDuring(() => post('direct'))).toBe(0);
  expect(await routedDuring(() => post('routed'))).toBe(1);
  const long = { body: JSON.stringify(Array.from({ length: 100 }, () => anEvent())) };
  expect(await routedDuring(() => post('direct', long))).toBe(1);
});

describe('a plain post is answered before Fastify sees it, and as Fastify would answer it', () => {
  test.each(CASES)('%s', async (_what, status, given) => {
    const [direct, routed] = [await post('direct', given()), await post('routed', given())];
    expect(direct.status).toBe(status);
    if (given().headers?.['x-request-id'] === '')
      for (const { headers } of [direct, routed]) headers['x-request-id'] = '';
    expect(direct).toEqual(routed);
    expect(Object.keys(direct.headers).sort()).toEqual(Object.keys(routed.headers).sort());
  });

  test('a repeat, and a key that was used for something else', async () => {
    const given = { body: JSON.stringify([anEvent()]), headers: { 'idempotency-key': randomUUID() } };
    await post('direct', given);
    const repeated = await post('direct', given);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(repeated).toEqual(await post('routed', given));
    const other = { ...given, body: JSON.stringify([anEvent(), anEvent()]) };
    const conflict = await post('direct', other);
    expect(conflict.status).toBe(409);
    expect(conflict).toEqual(await post('routed', other));
  });

  test('more events than a second allows', async () => {
    const { advertiserId, pixelId, eventToken } = await createPoster(system);
    await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: 1 } });
    const given = {
      path: `/v1/pixels/${pixelId}/events`,
      headers: { authorization: eventToken },
      body: JSON.stringify([anEvent(), anEvent()]),
    };
    const refused = await post('direct', given);
    expect(refused.status).toBe(413);
    expect(refused).toEqual(await post('routed', given));
  });
});

test('what is answered directly is stored once, counted and logged as any request', {
  tags: ['one-process'],
}, async () => {
  const { pixelId, eventToken, client } = await createPoster(system);
  const target = `/v1/pixels/${pixelId}/events`;
  const count = async () => {
    const { body } = await app.inject('/metrics');
    const found =
      /flightline_http_request_seconds_count\{[^}]*route="\/v1\/pixels[^}]*status="200"\} (\d+)/.exec(body);
    return Number(found?.[1] ?? 0);
  };
  const before = await count();
  lines.length = 0;
  for (const way of ['direct', 'routed'] as const)
    await post(way, { path: target, headers: { authorization: eventToken } });
  await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 10_000 });
  const line = { client: client.clientId, seat: client.seatId, method: 'POST', path: target, status: 200 };
  expect(lines).toMatchObject([line, line]);
  const [direct = {}, routed = {}] = lines;
  expect(Object.keys(direct)).toEqual(Object.keys(routed));
  expect(await count()).toBe(before + 2);
  expect(await eventsOf(system, pixelId)).toHaveLength(2);
});

test('a refusal is logged once, with its code and the whole time', async () => {
  lines.length = 0;
  await post('direct', { body: '[{}]' });
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 10_000 });
  expect(lines).toMatchObject([{ status: 400, errors: ['VALIDATION'], client: poster.client.clientId }]);
});

test('a client that leaves before it has sent its body is logged once, as such', async () => {
  lines.length = 0;
  const socket = connect(port, hostname);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\nauthorization: ${poster.eventToken}\r\n\r\n[`,
  );
  await once(socket, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await vi.waitFor(() => expect(lines).toMatchObject([{ path, aborted: true }]), { timeout: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(lines).toHaveLength(1);
});

test('pipelined posts are answered in their order, and what follows in one connection too', async () => {
  const socket = connect(port, hostname);
  const one = (id: number) => {
    const body = JSON.stringify([anEvent()]);
    return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nauthorization: ${poster.eventToken}\r\nx-request-id: ${id}\r\n\r\n${body}`;
  };
  socket.write(one(1) + one(2) + one(3));
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  await vi.waitFor(() => expect(text.match(/success/g)).toHaveLength(3), { timeout: 10_000 });
  expect(text.match(/x-request-id: \d/g)).toEqual(['x-request-id: 1', 'x-request-id: 2', 'x-request-id: 3']);
  socket.destroy();
});
