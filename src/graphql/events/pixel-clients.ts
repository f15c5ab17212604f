import {
  clientsOfPixels,
  UpdatePixelClients,
  updatePixelClients,
} from '../../domain/audiences/pixel/update-clients.ts';
import type { DomainContext } from '../../domain/context.ts';
import { createInput } from '../parts/inputs.ts';
import { mutation } from '../parts/mutation.ts';
import { asLoadedType, loadNode } from '../parts/node.ts';
import { rowField } from '../parts/row-field.ts';
import { globalId, withIds } from '../parts/values/ids.ts';
import { ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { Pixel } from './pixel.ts';

/** The maximum size in bytes of a list of a thousand clients. */
const MAX_CLIENTS_BYTES = 40_000;

rowField(Pixel, 'Pixel.clientIds', {
  type: ['String'],
  description:
    'The IDs of the API clients that can send events for the pixel, including those that the seat does not manage.',
  key: ID_KEY,
  maxValueBytes: MAX_CLIENTS_BYTES,
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
    pixel: t.field({
      type: asLoadedType(Pixel),
      description: 'The pixel after the change.',
      resolve: async ({ pixelId }, _args, ctx, info) => {
        const pixel = await loadNode(ctx, info, globalId('Pixel', pixelId));
        if (!pixel) throw new Error('The pixel is gone.');
        return pixel;
      },
    }),
  }),
  run: ({ ctx, input }) => updatePixelClients({ ctx, input: withIds(input, UpdatePixelClients.fields) }),
});
