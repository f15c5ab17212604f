import { findPixels } from '../../domain/pixel/find.ts';
import {
  clientsOfPixels,
  UpdatePixelClients,
  updatePixelClients,
} from '../../domain/pixel/update-clients.ts';
import { addChanges, type Recorded, recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { withIds } from '../parts/ids.ts';
import { createInput } from '../parts/inputs.ts';
import { batchOf } from '../server/batches.ts';
import { Pixel } from './pixel.ts';

builder.prismaObjectField(Pixel, 'clientIds', (t) =>
  t.stringList({
    description: 'The IDs of the API clients that can send events for the pixel.',
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

const Payload = builder
  .objectRef<{ pixelId: number; clientIds: string[] } & Recorded>('UpdatePixelClientsPayload')
  .implement({
    description: 'The payload that `updatePixelClients` returns on success.',
    fields: (t) => ({
      clientIds: t.exposeStringList('clientIds', {
        description: 'The IDs of all API clients that can send events for the pixel after the change.',
      }),
      pixel: t.prismaField({
        type: Pixel,
        description: 'The pixel after the change.',
        resolve: async (query, { pixelId }, _args, ctx) => {
          const [pixel] = await findPixels({ ctx, query, where: { id: pixelId } });
          if (!pixel) throw new Error('The pixel is gone.');
          return pixel;
        },
      }),
    }),
  });

addChanges(Payload);

builder.mutationField('updatePixelClients', (t) =>
  t.field({
    type: Payload,
    description: 'Changes which API clients can send events for a pixel. Requires the role `ADMIN`.',
    errors: {
      union: {
        name: 'UpdatePixelClientsResult',
        description: 'The result of `updatePixelClients`: its payload or a typed error.',
      },
    },
    args: {
      input: t.arg({
        type: createInput(
          'UpdatePixelClientsInput',
          UpdatePixelClients,
          'The input of `updatePixelClients`.',
        ),
        required: true,
        description: 'The input of the mutation.',
      }),
      validateOnly: t.arg.boolean(VALIDATE_ONLY),
    },
    resolve: async (_root, { input, validateOnly }, context) => {
      const { ctx, changes } = recording(context, validateOnly);
      const decoded = withIds(input, UpdatePixelClients.fields) as { pixelId: number };
      const result = await updatePixelClients({ ctx, input: decoded });
      return { ...result, changes, pixelId: decoded.pixelId };
    },
  }),
);
