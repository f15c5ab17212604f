import { SendPixelEvent, sendPixelEvent } from '../../domain/events/event/send.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { withIds } from '../parts/values/ids.ts';

mutation<{ receiptId: string | null }>({
  name: 'sendPixelEvent',
  description:
    'Sends one event for a pixel, to try it out. Requires that the API client has the realm `EVENTS` and is allowed to send events for the pixel. Systems send events to the pixel events interface.',
  input: createInput('SendPixelEventInput', SendPixelEvent, 'The input of `sendPixelEvent`.'),
  unrecorded: true,
  payload: (t) => ({
    receiptId: t.exposeID('receiptId', {
      nullable: true,
      description: 'The ID of the receipt. Null with `validateOnly`, and for a test event.',
    }),
  }),
  run: ({ ctx, input }) => sendPixelEvent({ ctx, input: withIds(input, SendPixelEvent.fields) }),
});
