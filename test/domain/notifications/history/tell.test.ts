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

/** What is told to the seat's channel while `work` runs and shortly after. */
async function toldDuring(seatId: number, work: () => Promise<unknown>): Promise<number> {
  const heard: unknown[] = [];
  const stop = await listen({
    system,
    channel: changesChannel(seatId),
    onMessage: (told) => heard.push(told),
  });
  await work();
  await new Promise((resolve) => setTimeout(resolve, 300));
  stop();
  return heard.length;
}

const create = async (ctx: DomainContext) => createAdvertiser({ ctx, input: ADVERTISER });

test('a write tells of itself after its commit, not in its transaction', async () => {
  const user = await caller();
  const ctx = await user.context();
  let statements: readonly string[] = [];
  const write = async () => {
    ({ statements } = await countStatements(system.pool, () => create(ctx)));
  };
  expect(await toldDuring(user.seatId, write)).toBe(1);
  expect(statements.some((text) => /INSERT INTO change/.test(text))).toBe(true);
  expect(statements.filter((text) => /notify/i.test(text))).toEqual([]);
});

test('many writes at once are told of together; a rollback and a dry run tell nobody', async () => {
  const user = await caller();
  const ctx = await user.context();
  const all = () => Promise.all(Array.from({ length: 60 }, () => create(ctx)));
  const told = await toldDuring(user.seatId, all);
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(60);
  const undone = async () => {
    await inTransaction(ctx, async (inner) => {
      await create(inner);
      throw new Error('undo');
    }).catch(() => undefined);
    await create({ ...ctx, validateOnly: true });
  };
  expect(await toldDuring(user.seatId, undone)).toBe(0);
});

test('a change that nobody was told of, as when a process dies after its commit, is found within seconds', async () => {
  const ctx = await (await caller()).context();
  const position = await changesPosition(ctx, undefined);
  if (!position) throw new Error('There is always a position of now.');
  const changes = watchChanges({ ctx, from: position });
  const first = changes.next();
  const told = await create(ctx);
  expect((await first).value).toMatchObject({ resource: 'Advertiser', resourceId: told.id });
  const untold = changes.next();
  // What the message before made it read is through by then.
  await sleep(300);
  await system.pool.query(
    `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, at, fields)
     VALUES ($1, 'Line', 7, 'UPDATE', $2, $3, 'r', now(), '[]')`,
    [ctx.seatId, ctx.actor.userId, ctx.actor.clientId],
  );
  expect((await untold).value).toMatchObject({ resource: 'Line', resourceId: 7 });
  await changes.return(undefined);
}, 20_000);
