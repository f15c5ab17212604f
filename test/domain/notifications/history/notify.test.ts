import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createAdvertiser } from '../../../../src/domain/campaigns/advertiser/create.ts';
import { type DomainContext, inTransaction } from '../../../../src/domain/context.ts';
import { changesPosition } from '../../../../src/domain/notifications/history/position.ts';
import { changesChannel } from '../../../../src/domain/notifications/history/record.ts';
import { watchChanges } from '../../../../src/domain/notifications/history/watch.ts';
import { listen } from '../../../../src/domain/notifications/live/listen.ts';
import { ADVERTISER, trafficSystem } from '../../../support/seat.ts';
import { countStatements } from '../../../support/statements.ts';

const { system, caller } = await trafficSystem();

/** The number of messages on the seat's channel while `work` runs and shortly after. */
async function messagesDuring(seatId: number, work: () => Promise<unknown>): Promise<number> {
  const received: unknown[] = [];
  const stop = await listen({
    system,
    channel: changesChannel(seatId),
    onMessage: (message) => received.push(message),
  });
  await work();
  await new Promise((resolve) => setTimeout(resolve, 300));
  stop();
  return received.length;
}

const create = async (ctx: DomainContext) => createAdvertiser({ ctx, input: ADVERTISER });

test('a write notifies after its commit, not in its transaction', async () => {
  const user = await caller();
  const ctx = await user.context();
  let statements: readonly string[] = [];
  const write = async () => {
    ({ statements } = await countStatements(system.pool, () => create(ctx)));
  };
  expect(await messagesDuring(user.seatId, write)).toBe(1);
  expect(statements.some((text) => /INSERT INTO change/.test(text))).toBe(true);
  expect(statements.filter((text) => /notify/i.test(text))).toEqual([]);
});

test('many writes at once share notifications; a rollback and a dry run send none', async () => {
  const user = await caller();
  const ctx = await user.context();
  const all = () => Promise.all(Array.from({ length: 60 }, () => create(ctx)));
  const messages = await messagesDuring(user.seatId, all);
  expect(messages).toBeGreaterThan(0);
  expect(messages).toBeLessThan(60);
  const undone = async () => {
    await inTransaction(ctx, async (inner) => {
      await create(inner);
      throw new Error('undo');
    }).catch(() => undefined);
    await create({ ...ctx, validateOnly: true });
  };
  expect(await messagesDuring(user.seatId, undone)).toBe(0);
});

test('a change without a notification, as when a process dies after its commit, is found within seconds', async () => {
  const ctx = await (await caller()).context();
  const position = await changesPosition(ctx, undefined);
  if (!position) throw new Error('There is always a position of now.');
  const changes = watchChanges({ ctx, from: position });
  const first = changes.next();
  const notified = await create(ctx);
  expect((await first).value).toMatchObject({ resource: 'Advertiser', resourceId: notified.id });
  const unnotified = changes.next();
  // What the message before made it read is through by then.
  await sleep(300);
  await system.pool.query(
    `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, at, fields)
     VALUES ($1, 'Line', 7, 'UPDATE', $2, $3, 'r', now(), '[]')`,
    [ctx.seatId, ctx.actor.userId, ctx.actor.clientId],
  );
  expect((await unnotified).value).toMatchObject({ resource: 'Line', resourceId: 7 });
  await changes.return(undefined);
}, 20_000);
