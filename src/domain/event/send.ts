import { z } from 'zod';
import { authorizeWrite, type DomainContext } from '../context.ts';
import { id, json } from '../fields.ts';
import { markCarriedOut } from '../idempotency/carried-out.ts';
import { defineInput, Problems } from '../input.ts';
import { requireOwnRealm } from '../intake/own-realm.ts';
import { eventPixel } from './pixel-access.ts';
import { checkEvents, postEvents } from './post.ts';

export const SendPixelEvent = defineInput({
  fields: z.object({
    pixelId: id('Pixel').describe(
      'The pixel. The caller’s API client must be allowed to send events for it.',
    ),
    event: json().describe('The event, as the pixel events interface takes it.'),
  }),
  readOnly: [],
});

/**
 * Sends one event as the caller's own client, as the intake takes it: to try a pixel. With `validateOnly` nothing is
 * stored. Throws ForbiddenError, ValidationError and RateLimitedError.
 */
export async function sendPixelEvent(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ receiptId: string | null }> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const { pixelId, event } = problems.complete(problems.parse(ctx, SendPixelEvent, input), SendPixelEvent);
  const caller = { clientId: ctx.actor.clientId, seatId: ctx.seatId };
  await requireOwnRealm(ctx, 'events');
  const events = [event];
  const text = JSON.stringify(events);
  if (ctx.validateOnly) {
    await eventPixel({ system: ctx, caller, pixelId });
    checkEvents(ctx, events, text);
    return { receiptId: null };
  }
  // The intake stores it with a group of others, in a transaction of theirs: with one around it, calls would hold
  // the connections that the intake waits for. The key makes sure there that it is stored once.
  const post = { system: ctx, caller, pixelId, events, json: text, idempotencyKey: ctx.heldKey?.key };
  const { receiptId } = await postEvents(post);
  if (ctx.heldKey) await markCarriedOut(ctx.db, ctx.heldKey);
  return { receiptId };
}
