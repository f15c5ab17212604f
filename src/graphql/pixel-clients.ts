import { clientsOfPixels, UpdatePixelClients, updatePixelClients } from '../domain/pixel/update-clients.ts';
import { batchOf } from './batches.ts';
import { builder } from './builder.ts';
import { addChanges, type Recorded, recording } from './field-change.ts';
import { withIds } from './ids.ts';
import { createInput } from './inputs.ts';
import { Pixel } from './pixel.ts';

builder.prismaObjectField(Pixel, 'clientIds', (t) =>
  t.stringList({
    description: 'Its allow-list: the API clients that may post events for it.',
    select: { id: true },
    resolve: async (pixel, _args, ctx) => {
      const ofAll = (pixels: readonly { id: number }[]) =>
        clientsOfPixels(
          ctx,
          pixels.map(({ id }) => id),
        );
      return (await batchOf(ctx, ['Pixel.clientIds'], ofAll)(pixel)) ?? [];
    },
  }),
);

const Payload = builder.objectRef<{ clientIds: string[] } & Recorded>('UpdatePixelClientsPayload').implement({
  description: 'What `updatePixelClients` answers when it succeeds.',
  fields: (t) => ({
    clientIds: t.exposeStringList('clientIds', { description: 'All that may post events for it now.' }),
  }),
});

addChanges(Payload);

builder.mutationField('updatePixelClients', (t) =>
  t.field({
    type: Payload,
    description: 'Says which API clients may post events for a pixel; for admins.',
    errors: {
      union: {
        name: 'UpdatePixelClientsResult',
        description: 'The payload of `updatePixelClients`, or why it was refused.',
      },
    },
    args: {
      input: t.arg({
        type: createInput('UpdatePixelClientsInput', UpdatePixelClients, 'What `updatePixelClients` takes.'),
        required: true,
        description: 'Its fields.',
      }),
      validateOnly: t.arg.boolean({
        defaultValue: false,
        description: 'Run every check and answer the would-be result, but store nothing.',
      }),
    },
    resolve: async (_root, { input, validateOnly }, context) => {
      const { ctx, changes } = recording(context, validateOnly);
      const result = await updatePixelClients({ ctx, input: withIds(input, UpdatePixelClients.fields) });
      return { ...result, changes };
    },
  }),
);
