import { z } from 'zod';
import { id, json } from '../../../resources/define/fields.ts';
import { defineInput, Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext } from '../../context.ts';
import { sendAsCaller } from '../intake/send-as-caller.ts';
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
 * Sends one event as the caller's own client, as the intake would receive it, to test a pixel. With `validateOnly`,
 * nothing is stored or shown; a test event is shown and not stored. Throws ForbiddenError, ValidationError and RateLimitedError.
 */
export async function sendPixelEvent(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ receiptId: string | null }> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const { pixelId, event } = problems.complete(problems.parse(ctx, SendPixelEvent, input), SendPixelEvent);
  const events = [event];
  const text = JSON.stringify(events);
  return sendAsCaller({
    ctx,
    realm: 'events',
    check: async (caller) => {
      await eventPixel({ system: ctx, caller, pixelId });
      await checkEvents(ctx, events, text);
    },
    post: (caller, idempotencyKey) =>
      postEvents({ system: ctx, caller, pixelId, events, json: text, idempotencyKey }),
  });
}
