import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWebhook } from '../../../src/domain/notifications/webhook/create.ts';
import { enqueueWebhooks, type WebhookOccurrence } from '../../../src/domain/notifications/webhook/queue.ts';
import { replayDelivery } from '../../../src/domain/notifications/webhook/replay.ts';
import { rotateWebhookSecret } from '../../../src/domain/notifications/webhook/rotate-secret.ts';
import { testWebhook } from '../../../src/domain/notifications/webhook/test.ts';
import { tidyWebhooks } from '../../../src/domain/notifications/webhook/tidy.ts';
import { updateWebhook } from '../../../src/domain/notifications/webhook/update.ts';
import { startWebhooks } from '../../../src/operations/worker/webhooks/worker.ts';
import { transaction } from '../../../src/platform/database/connection/client.ts';
import { contextOf, createClient } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';
import { type Received, receiver } from './receiver.ts';

vi.setConfig({ testTimeout: 30_000 });

const system = await testSystem({ env: { FLIGHTLINE_WEBHOOK_ALLOW: '127.0.0.1/32' } });
const worker = await startWebhooks({ system });
afterAll(() => worker.stop());

/** A seat with a webhook, and a function that queues events for it. */
async function seatWith(url: string) {
  const client = await createClient(system);
  const ctx = await contextOf(system, client);
  const { webhook, secret } = await createWebhook({ ctx, input: { url, events: ['line.status'] } });
  const enqueue = (resource: string, ...values: number[]) =>
    enqueueWebhooks(
      system.db,
      values.map(
        (value): WebhookOccurrence => ({
          ...{ seatId: client.seatId, advertiserId: null, event: 'line.status', resource },
          ...{ at: system.now(), data: { value } },
        }),
      ),
    );
  const deliveries = () =>
    system.db.webhookDelivery.findMany({ where: { webhookId: webhook.id }, orderBy: { id: 'asc' } });
  const settled = async (status: string) =>
    vi.waitFor(
      async () => {
        const rows = await deliveries();
        expect(rows.map((row) => row.status)).toEqual(rows.map(() => status));
        return rows;
      },
      { timeout: 15_000, interval: 30 },
    );
  const attempted = (attempts: number) =>
    vi.waitFor(
      async () => {
        const [row] = await deliveries();
        expect(row?.attempts).toBe(attempts);
        return row;
      },
      { timeout: 15_000, interval: 30 },
    );
  return { ctx, webhook, secret, enqueue, deliveries, settled, attempted };
}

const valueIn = ({ body }: Received): number => JSON.parse(body).data.value;
const verify = (secret: string, { headers, body }: Received) => new Webhook(secret).verify(body, headers);

describe('a delivery', () => {
  test('is signed as Standard Webhooks define, and contains nothing but the message', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 7);
    const [row] = await seat.settled('DELIVERED');
    const [got] = to.received as [Received];
    expect(verify(seat.secret, got)).toEqual({
      type: 'line.status',
      timestamp: row?.createdAt.toISOString(),
      data: { value: 7 },
    });
    expect(got.headers['webhook-id']).toBe(row?.messageId);
    expect(Object.keys(got.headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    expect(row).toMatchObject({ attempts: 1, responseStatus: 204, failure: null, nextAttemptAt: null });
    expect(() => verify(seat.secret, { ...got, body: got.body.replace('7', '8') })).toThrow();
  });

  test('of what was rolled back is never made', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    const broken = transaction(system.db, async (db) => {
      await enqueueWebhooks(db, [
        {
          ...{ seatId: seat.ctx.seatId, advertiserId: null, event: 'line.status', resource: 'Line:1' },
          ...{ at: system.now(), data: { value: 1 } },
        },
      ]);
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    await seat.enqueue('Line:1', 2);
    await seat.settled('DELIVERED');
    expect(to.received.map(valueIn)).toEqual([2]);
  });

  test('is sent again with the same id and body, later each time, and those behind it wait', async () => {
    const to = await receiver((_request, response, count) =>
      response.writeHead(count === 1 || count === 3 ? 500 : 200).end(),
    );
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1, 2, 3);
    const first = await seat.attempted(1);
    expect(first).toMatchObject({
      status: 'PENDING',
      responseStatus: 500,
      failure: 'The receiver answered 500.',
    });
    const wait = (first?.nextAttemptAt?.getTime() ?? 0) - system.now().getTime();
    expect(wait).toBeGreaterThan(3_000);
    expect(wait).toBeLessThan(6_000);
    await seat.enqueue('Line:1', 4);
    await seat.enqueue('Line:2', 5);
    await vi.waitFor(() => expect(to.received.map(valueIn)).toEqual([1, 5]), { timeout: 10_000 });
    system.advance(6);
    const second = await seat.attempted(2);
    expect((second?.nextAttemptAt?.getTime() ?? 0) - system.now().getTime()).toBeGreaterThan(25_000);
    system.advance(35);
    await seat.settled('DELIVERED');
    expect(to.received.map(valueIn)).toEqual([1, 5, 1, 1, 2, 3, 4]);
    const [a, , b, c] = to.received;
    expect(new Set([a, b, c].map((each) => `${each?.headers['webhook-id']} ${each?.body}`)).size).toBe(1);
  });

  test('a failing resource does not hold up another of the same webhook', async () => {
    const to = await receiver((request, response) =>
      response.writeHead(valueIn(request) === 1 ? 500 : 200).end(),
    );
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1);
    await seat.enqueue('Line:2', 2);
    await to.has(2);
    await vi.waitFor(async () => expect((await seat.deliveries())[1]?.status).toBe('DELIVERED'), {
      timeout: 10_000,
    });
    expect((await seat.deliveries())[0]?.status).toBe('PENDING');
  });

  test('hundreds arrive in the order of their resource, each once', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    for (let value = 1; value <= 20; value += 1)
      await Promise.all(
        Array.from({ length: 10 }, (_each, line) => seat.enqueue(`Line:${line}`, line * 100 + value)),
      );
    await seat.settled('DELIVERED');
    expect(to.received).toHaveLength(200);
    for (let line = 0; line < 10; line += 1) {
      const own = to.received.map(valueIn).filter((value) => Math.floor(value / 100) === line);
      expect(own).toEqual(Array.from({ length: 20 }, (_each, index) => line * 100 + index + 1));
    }
  });

  test('is signed with both secrets while a rotated one lives on, then with the new one', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    const { secret } = await rotateWebhookSecret({
      ...{ ctx: seat.ctx, id: seat.webhook.id, input: { overlapSeconds: 60 } },
    });
    await seat.enqueue('Line:1', 1);
    await to.has(1);
    expect(to.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const each of [seat.secret, secret]) verify(each, to.received[0] as Received);
    system.advance(61);
    await seat.enqueue('Line:1', 2);
    await to.has(2);
    verify(secret, to.received[1] as Received);
    expect(() => verify(seat.secret, to.received[1] as Received)).toThrow();
  });

  test('that was made is made again when it is replayed, with the same id', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1);
    const [row] = await seat.settled('DELIVERED');
    await replayDelivery({ ctx: seat.ctx, id: Number(row?.id) });
    await to.has(2);
    expect(to.received[1]?.headers['webhook-id']).toBe(to.received[0]?.headers['webhook-id']);
  });
});

describe('a receiver', () => {
  test('that redirects has failed, and the redirect is not followed', async () => {
    const inside = await receiver();
    const to = await receiver((_request, response) =>
      response.writeHead(307, { location: inside.url }).end(),
    );
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1);
    expect(await seat.attempted(1)).toMatchObject({
      responseStatus: 307,
      failure: 'The receiver answered with a redirect (307).',
    });
    expect(inside.received).toEqual([]);
  });

  test('that never answers delays nobody else', async () => {
    const silent = await receiver(() => undefined);
    const to = await receiver();
    const slow = await seatWith(silent.url);
    for (let line = 0; line < 50; line += 1) await slow.enqueue(`Line:${line}`, line);
    await silent.has(2);
    const seat = await seatWith(to.url);
    const began = performance.now();
    await seat.enqueue('Line:1', 1);
    await to.has(1);
    expect(performance.now() - began).toBeLessThan(2_000);
    await vi.waitFor(
      async () =>
        expect((await slow.deliveries())[0]?.failure).toBe('The receiver did not answer within 10 seconds.'),
      { timeout: 15_000, interval: 100 },
    );
  });

  test('whose answer does not end is read to a small bound', async () => {
    let sent = 0;
    const to = await receiver((_request, response) => {
      response.writeHead(200);
      const more = setInterval(() => {
        sent += 65_536;
        response.write(Buffer.alloc(65_536));
      }, 5);
      response.on('close', () => clearInterval(more));
    });
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1);
    await seat.settled('DELIVERED');
    expect(sent).toBeLessThan(1_000_000);
  });

  test('that speaks no HTTP has failed', async () => {
    const server = createServer((socket) => socket.end('220 mail.example ESMTP\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const seat = await seatWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await seat.enqueue('Line:1', 1);
    expect((await seat.attempted(1))?.failure).toMatch(/^The connection failed/);
  });

  test('that accepts nothing for 72 hours is disabled with a notice, and what waits is given up', async () => {
    const to = await receiver((_request, response) => response.writeHead(503).end());
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1, 2);
    await seat.attempted(1);
    let hours = 0;
    for (let attempts = 2; hours < 80; attempts += 1) {
      const [row] = await seat.deliveries();
      const wait = Math.ceil(((row?.nextAttemptAt?.getTime() ?? 0) - system.now().getTime()) / 1000) + 1;
      hours += wait / 3_600;
      system.advance(wait);
      const next = await seat.attempted(attempts);
      if (next?.status === 'FAILED') break;
    }
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThan(72.5);
    await seat.settled('FAILED');
    const { status, notice } = await system.db.webhook.findUniqueOrThrow({ where: { id: seat.webhook.id } });
    expect({ status, notice }).toEqual({
      status: 'DISABLED',
      notice: 'Disabled after 72 hours without a delivery. The receiver answered 503.',
    });
    expect(system.logged()).toContain('webhook disabled');
    const before = to.received.length;
    await seat.enqueue('Line:1', 3);
    expect(await seat.deliveries()).toHaveLength(2);
    expect(before).toBeLessThan(20);

    to.answer = (_request, response) => response.writeHead(200).end();
    const id = Number((await seat.deliveries())[0]?.id);
    await expect(replayDelivery({ ctx: seat.ctx, id })).rejects.toThrow('disabled');
    await updateWebhook({ ctx: seat.ctx, id: seat.webhook.id, input: { status: 'ACTIVE' } });
    await replayDelivery({ ctx: seat.ctx, id });
    await vi.waitFor(async () => expect((await seat.deliveries())[0]?.status).toBe('DELIVERED'), {
      timeout: 10_000,
    });
  });

  test('that accepted another delivery meanwhile remains enabled when one is given up', async () => {
    const to = await receiver((request, response) =>
      response.writeHead(valueIn(request) === 1 ? 500 : 200).end(),
    );
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1);
    await seat.attempted(1);
    system.advance(3_600);
    await seat.enqueue('Line:2', 2);
    await seat.attempted(2);
    await vi.waitFor(async () => expect((await seat.deliveries())[1]?.status).toBe('DELIVERED'), {
      timeout: 10_000,
    });
    system.advance(72 * 3_600);
    await vi.waitFor(async () => expect((await seat.deliveries())[0]?.status).toBe('FAILED'), {
      timeout: 10_000,
    });
    const { status } = await system.db.webhook.findUniqueOrThrow({ where: { id: seat.webhook.id } });
    expect(status).toBe('ACTIVE');
  });
});

describe('several processes', () => {
  test('share the work, and what a dead one held is taken over', async () => {
    const to = await receiver();
    const others = await Promise.all([1, 2].map(() => startWebhooks({ system })));
    const seats = await Promise.all(Array.from({ length: 8 }, () => seatWith(to.url)));
    await Promise.all(seats.map((seat) => seat.enqueue('Line:1', 1, 2, 3)));
    for (const seat of seats) await seat.settled('DELIVERED');
    expect(to.received).toHaveLength(24);
    const [first] = seats as [Awaited<ReturnType<typeof seatWith>>];
    for (const other of others) await other.stop();
    await system.pool.query(
      `UPDATE webhook SET holder = 'dead', lease_until = now() + interval '1 s' WHERE id = $1`,
      [first.webhook.id],
    );
    await first.enqueue('Line:1', 4);
    await first.settled('DELIVERED');
    expect(to.received.map(valueIn).at(-1)).toBe(4);
  });
});

test('a name that leads elsewhere at the second look is not followed there', async () => {
  const to = await receiver();
  const lookups: string[] = [];
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['169.254.169.254', '10.0.0.1']];
  const other = await testSystem({ env: { FLIGHTLINE_WEBHOOK_ALLOW: '127.0.0.1/32' } });
  const rebinding = await startWebhooks({
    system: other,
    resolve: async (host) => {
      lookups.push(host);
      return answers[lookups.length - 1] ?? [];
    },
  });
  onTestFinished(() => rebinding.stop());
  const client = await createClient(other);
  const ctx = await contextOf(other, client);
  const url = `http://rebind.example:${to.port}/`;
  const { webhook } = await createWebhook({ ctx, input: { url, events: ['line.status'] } });
  to.answer = (_request, response) => response.writeHead(204, { connection: 'close' }).end();
  for (const value of [1, 2, 3]) {
    await enqueueWebhooks(other.db, [
      {
        ...{ seatId: client.seatId, advertiserId: null, event: 'line.status', resource: `Line:${value}` },
        ...{ at: other.now(), data: { value } },
      },
    ]);
    await vi.waitFor(
      async () => {
        const rows = await other.db.webhookDelivery.findMany({
          where: { webhookId: webhook.id, attempts: 1 },
        });
        expect(rows).toHaveLength(value);
      },
      { timeout: 10_000 },
    );
  }
  expect(lookups).toHaveLength(3);
  expect(to.received.map(valueIn)).toEqual([1]);
  const rows = await other.db.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
  expect(rows.map(({ failure }) => failure)).toEqual([
    null,
    'The host has no public address with port 443 or 8443.',
    'The host has no public address with port 443 or 8443.',
  ]);
});

describe('a receiver that answers 410', () => {
  test('disables the webhook at once, though it accepted others before, and the history says so', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    await seat.enqueue('Line:1', 1);
    await seat.settled('DELIVERED');
    to.answer = (_request, response) => response.writeHead(410).end();
    await seat.enqueue('Line:1', 2, 3);
    const { id } = seat.webhook;
    const disabled = await vi.waitFor(
      async () => {
        const row = await system.db.webhook.findUniqueOrThrow({ where: { id } });
        expect(row.status).toBe('DISABLED');
        return row;
      },
      { timeout: 15_000, interval: 30 },
    );
    expect(disabled.notice).toBe(
      'Disabled because the receiver answered 410, by which it asks for no more deliveries.',
    );
    expect(to.received.map(valueIn)).toEqual([1, 2]);
    expect(await seat.deliveries()).toMatchObject([
      { status: 'DELIVERED' },
      { status: 'FAILED', attempts: 1, responseStatus: 410, failure: 'The receiver answered 410.' },
      { status: 'FAILED', attempts: 0, failure: 'The webhook was disabled.' },
    ]);
    const change = await system.db.change.findFirst({
      where: { resource: 'Webhook', resourceId: id, action: 'UPDATE' },
    });
    expect(change).toMatchObject({
      ...{ seatId: seat.ctx.seatId, userId: 0, clientId: 'service' },
      fields: [{ path: 'status', before: 'ACTIVE', after: 'DISABLED' }],
    });
  });
});

describe('testWebhook', () => {
  test('sends a signed ping, whatever the webhook listens to', async () => {
    const to = await receiver();
    const seat = await seatWith(to.url);
    const { id } = await testWebhook({ ctx: seat.ctx, id: seat.webhook.id });
    const [row] = await seat.settled('DELIVERED');
    expect(String(row?.id)).toBe(id);
    const [got] = to.received as [Received];
    expect(verify(seat.secret, got)).toEqual({
      ...{ type: 'ping', timestamp: row?.createdAt.toISOString(), data: { webhookId: seat.webhook.id } },
    });
  });

  test('queues no second ping while one waits, and none for a disabled webhook', async () => {
    const to = await receiver((_request, response) => response.writeHead(500).end());
    const seat = await seatWith(to.url);
    const { ctx } = seat;
    const first = await testWebhook({ ctx, id: seat.webhook.id });
    await seat.attempted(1);
    expect(await testWebhook({ ctx, id: seat.webhook.id })).toEqual(first);
    await seat.attempted(2);
    expect(await seat.deliveries()).toHaveLength(1);
    await updateWebhook({ ctx, id: seat.webhook.id, input: { status: 'DISABLED' } });
    await expect(testWebhook({ ctx, id: seat.webhook.id })).rejects.toThrow('The webhook is disabled.');
  });

  test('a webhook of another seat is not found, and none can subscribe to pings', async () => {
    const to = await receiver();
    const [seat, other] = [await seatWith(to.url), await seatWith(to.url)];
    await expect(testWebhook({ ctx: other.ctx, id: seat.webhook.id })).rejects.toThrow('Webhook not found.');
    const input = { url: to.url, events: ['ping'] };
    await expect(createWebhook({ ctx: seat.ctx, input })).rejects.toThrow('events[0] must be one of');
  });
});

test('old deliveries and deleted webhooks are removed, those that wait are not', async () => {
  const to = await receiver((_request, response) => response.writeHead(500).end());
  const seat = await seatWith(to.url);
  await seat.enqueue('Line:1', 1, 2);
  await seat.attempted(1);
  await system.pool.query(
    `UPDATE webhook_delivery SET created_at = created_at - interval '31 days',
       next_attempt_at = CASE WHEN payload LIKE '%:1}%' THEN next_attempt_at END WHERE webhook_id = $1`,
    [seat.webhook.id],
  );
  await tidyWebhooks(system);
  expect(await seat.deliveries()).toHaveLength(1);
  await system.pool.query(`UPDATE webhook SET status = 'DELETED' WHERE id = $1`, [seat.webhook.id]);
  await tidyWebhooks(system);
  expect(await seat.deliveries()).toEqual([]);
  expect(await system.db.webhook.count({ where: { id: seat.webhook.id } })).toBe(0);
});

test('a webhook for which more than 100,000 deliveries wait is disabled', async () => {
  const to = await receiver((_request, response) => response.writeHead(500).end());
  const seat = await seatWith(to.url);
  await system.pool.query(
    `INSERT INTO webhook_delivery (webhook_id, message_id, event, resource, payload, next_attempt_at, created_at)
     SELECT $1, 'msg_' || n, 'line.status', 'Line:1', '{}', $2::timestamptz + interval '1 day', $2
     FROM generate_series(1, 100001) AS n`,
    [seat.webhook.id, system.now()],
  );
  expect(await tidyWebhooks(system)).toBe(1);
  const { status, notice } = await system.db.webhook.findUniqueOrThrow({ where: { id: seat.webhook.id } });
  expect(status).toBe('DISABLED');
  expect(notice).toContain('100,000');
  expect(
    await system.db.webhookDelivery.count({ where: { webhookId: seat.webhook.id, status: 'FAILED' } }),
  ).toBe(100_001);
});
