import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { postEvents } from '../../../../src/domain/events/event/post.ts';
import { testSystem } from '../../../support/system.ts';
import { anEvent, createPoster, eventsOf } from '../../../support/traffic/intake.ts';

const system = await testSystem();
afterEach(() => vi.restoreAllMocks());

const MIB = 2 ** 20;
const productsOf = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const eventOf = (product_id: unknown) => anEvent({ custom_data: { product_id } });

async function post(events: readonly unknown[], idempotencyKey?: string) {
  const { client, seatId, pixelId } = await createPoster(system);
  const caller = { clientId: client.clientId, seatId };
  const json = JSON.stringify(events);
  const posted = postEvents({ system, caller, pixelId, events, json, idempotencyKey });
  return { pixelId, posted: await posted.catch((error: unknown) => error) };
}

/** The characters of the parameters of each statement that inserts events. */
function insertsSent(): number[] {
  const sent: number[] = [];
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [{ name?: string; values?: unknown[] }];
    if (/^intake-insert/.test(statement.name ?? ''))
      sent.push((statement.values ?? []).reduce<number>((sum, value) => sum + String(value).length, 0));
    return Reflect.apply(query, this, args);
  });
  return sent;
}

test.each([
  ['one after another', undefined, (n: number) => productsOf(1_000, `product-${n}-`).join()],
  ['under a key', randomUUID(), (n: number) => productsOf(1_000, `product-${n}-`)],
  ['of special characters', undefined, () => productsOf(1_000, '"\\,')],
])('many product IDs %s are sent in statements of about a mebibyte', async (_, key, products) => {
  const sent = insertsSent();
  const events = Array.from({ length: 200 }, (_, n) => eventOf(products(n)));
  const { pixelId, posted } = await post(events, key);
  expect(posted).toMatchObject({ stored: 200 });
  expect(sent.length).toBeGreaterThan(2);
  expect(Math.max(...sent)).toBeLessThan(1.25 * MIB);
  const stored = await eventsOf(system, pixelId);
  expect(stored.map(({ position }) => position)).toEqual(events.map((_, n) => n));
  expect(stored[199]?.product_ids).toEqual(
    [products(199)]
      .flat()
      .join()
      .split(/,(?=[p"])/),
  );
});

test.each([undefined, randomUUID()])(
  'if a further statement fails, nothing is stored (key %s)',
  async (key) => {
    const query = pg.Client.prototype.query;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const [statement] = args as [{ name?: string }];
      if (statement.name === 'intake-insert-further-events') return Promise.reject(new Error('failed'));
      return Reflect.apply(query, this, args);
    });
    const { pixelId, posted } = await post(
      Array.from({ length: 200 }, () => eventOf(productsOf(1_000, 'product-'))),
      key,
    );
    expect(posted).toMatchObject({ message: 'failed' });
    expect(await eventsOf(system, pixelId)).toEqual([]);
    const { rowCount } = await system.pool.query('SELECT FROM event_receipt WHERE pixel_id = $1', [pixelId]);
    expect(rowCount).toBe(0);
  },
);

test('an ordinary array is one statement', async () => {
  const sent = insertsSent();
  await post(Array.from({ length: 2_000 }, () => anEvent()));
  expect(sent).toHaveLength(1);
});

test.each([
  ['a,,b', ['a', '', 'b']],
  [' a b , {c}\u00a0,"d\\', ['a b', '{c}', '"d\\']],
  ['NULL,null', ['NULL', 'null']],
  ['', ['']],
  [',', ['', '']],
  [[], []],
  [[''], ['']],
  [
    ['a,b', ' c ', '"', '\\', '{}', ''],
    ['a,b', ' c ', '"', '\\', '{}', ''],
  ],
  [
    [' c ', '"', '\\', '{}', 'NULL'],
    [' c ', '"', '\\', '{}', 'NULL'],
  ],
])('product IDs %j are stored as %j', async (sent, stored) => {
  const { pixelId } = await post([eventOf(sent)]);
  expect((await eventsOf(system, pixelId))[0]?.product_ids).toEqual(stored);
});
