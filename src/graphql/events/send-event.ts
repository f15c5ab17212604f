import { SendPixelEvent, sendPixelEvent } from '../../domain/event/send.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { withIds } from '../parts/ids.ts';
import { createInput } from '../parts/inputs.ts';

const Payload = builder.objectRef<{ receiptId: string | null }>('SendPixelEventPayload').implement({
  description: 'The payload that `sendPixelEvent` returns on success.',
  fields: (t) => ({
    receiptId: t.exposeID('receiptId', {
      nullable: true,
      description: 'The ID of the receipt. Null with `validateOnly`.',
    }),
  }),
});

builder.mutationField('sendPixelEvent', (t) =>
  t.field({
    type: Payload,
    description:
      'Sends one event for a pixel, to try it out. Requires that the API client has the realm `EVENTS` and is allowed to send events for the pixel. Systems send events to the pixel events interface.',
    errors: {
      union: {
        name: 'SendPixelEventResult',
        description: 'The result of `sendPixelEvent`: its payload or a typed error.',
      },
    },
    args: {
      input: t.arg({
        type: createInput('SendPixelEventInput', SendPixelEvent, 'The input of `sendPixelEvent`.'),
        required: true,
        description: 'The input of the mutation.',
      }),
      validateOnly: t.arg.boolean(VALIDATE_ONLY),
    },
    resolve: (_root, { input, validateOnly }, ctx) =>
      sendPixelEvent({
        ctx: { ...ctx, validateOnly: validateOnly ?? false },
        input: withIds(input, SendPixelEvent.fields),
      }),
  }),
);
