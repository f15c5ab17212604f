import type { DomainContext } from '../../domain/context.ts';
import { findPixels } from '../../domain/pixel/find.ts';
import {
  clientsOfPixels,
  UpdatePixelClients,
  updatePixelClients,
} from '../../domain/pixel/update-clients.ts';
import { builder } from '../builder.ts';
import { withIds } from '../parts/ids.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { deferField, ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { Pixel } from './pixel.ts';

builder.prismaObjectField(Pixel, 'clientIds', (t) =>
  t.stringList({
    description:
      'The IDs of the API clients that can send events for the pixel, including those that the seat does not manage.',
    select: { id: true },
    resolve: ({ id }, _args, ctx) => loadClients(ctx, id),
  }),
);
/** Of a thousand clients. */
const MOST_CLIENTS_BYTES = 40_000;

deferField('Pixel', 'clientIds', {
  key: ID_KEY,
  mostBytes: MOST_CLIENTS_BYTES,
  open: () => (ctx, id) => loadClients(ctx, Number(id)),
});

async function loadClients(ctx: DomainContext, pixelId: number): Promise<readonly string[]> {
  const load = batchByKey(ctx, ['Pixel.clientIds'], (ids: readonly number[]) => clientsOfPixels(ctx, ids));
  return (await load(pixelId)) ?? [];
}

mutation<{ pixelId: number; clientIds: string[] }>({
  name: 'updatePixelClients',
  description: 'Changes which API clients can send events for a pixel. Requires the role `ADMIN`.',
  input: createInput('UpdatePixelClientsInput', UpdatePixelClients, 'The input of `updatePixelClients`.'),
  payload: (t) => ({
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
  run: ({ ctx, input }) => updatePixelClients({ ctx, input: withIds(input, UpdatePixelClients.fields) }),
});
