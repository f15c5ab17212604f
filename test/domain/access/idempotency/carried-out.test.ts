import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { releaseKey } from '../../../../src/domain/access/idempotency/end-calls.ts';
import { claimKey } from '../../../../src/domain/access/idempotency/keys.ts';
import { createCampaign } from '../../../../src/domain/campaigns/campaign/create.ts';
import { type DomainContext, inTransaction } from '../../../../src/domain/context.ts';
import { trafficSystem } from '../../../support/seat.ts';

/** A write with an Idempotency-Key is carried out once, whatever happens to its response. */
const { caller } = await trafficSystem();
const fingerprint = Buffer.alloc(32);
const LOST = /carried out, but its response was lost/;
const RUNNING = /still running/;

/** A call that holds a key, and the same caller some time later. */
async function aCall() {
  const seat = await caller();
  const { id: advertiserId } = await seat.advertiser();
  const ctx = await seat.context();
  const key = randomUUID();
  const claim = async (laterS = 0) => {
    const later = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterS * 1000 });
    const claimed = await claimKey({ ctx, key, fingerprint }).finally(() => later.useRealTimers());
    if (!('held' in claimed)) throw new Error('The key has an answer.');
    return claimed.held;
  };
  const held = await claim();
  const write = (as: DomainContext) =>
    createCampaign({ ctx: as, input: { advertiserId, campaignName: key } });
  const stored = () => ctx.db.campaign.count({ where: { advertiserId } });
  return { ctx, held, claim, write, stored };
}

test('a call that wrote and was answered "not now" all the same does not run again', async () => {
  const { ctx, held, claim, write, stored } = await aCall();
  await write({ ...ctx, heldKey: held });
  await expect(claim()).rejects.toThrow(RUNNING);
  await releaseKey({ ctx, held });
  await expect(claim()).rejects.toThrow(LOST);
  await expect(claim(121)).rejects.toThrow(LOST);
  expect(await stored()).toBe(1);
});

test('a call that wrote nothing releases its key: refused, or a dry run', async () => {
  const { ctx, held, claim, write, stored } = await aCall();
  await write({ ...ctx, heldKey: held, validateOnly: true });
  const refused = createCampaign({ ctx: { ...ctx, heldKey: held }, input: {} });
  await expect(refused).rejects.toThrow();
  await releaseKey({ ctx, held });
  await claim();
  expect(await stored()).toBe(0);
});

test('a call whose key another took over writes nothing any more', async () => {
  const { ctx, held, claim, write, stored } = await aCall();
  const next = await claim(121);
  await expect(write({ ...ctx, heldKey: held })).rejects.toThrow(RUNNING);
  expect(await stored()).toBe(0);
  await write({ ...ctx, heldKey: next });
  expect(await stored()).toBe(1);
});

test('writes within one transaction say so once', async () => {
  const { ctx, held, claim, write, stored } = await aCall();
  await inTransaction({ ...ctx, heldKey: held }, async (ctx) => {
    await write(ctx);
    await write(ctx);
    expect(await ctx.db.idempotencyRecord.findFirst({ where: { key: held.key } })).toMatchObject({
      carriedOut: false,
    });
  });
  expect(await stored()).toBe(2);
  await expect(claim(121)).rejects.toThrow(LOST);
});
