import { createPixel } from '../../../domain/audiences/pixel/create.ts';
import { getPixel, listPixels } from '../../../domain/audiences/pixel/list.ts';
import { updatePixel } from '../../../domain/audiences/pixel/update.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { keptFields } from './passthrough-fields.ts';
import { LISTED, type ObservedPath, type PathCall } from './path.ts';
import { inTheirNames } from './their-names.ts';

type Pixel = Awaited<ReturnType<typeof getPixel>>;

/** Pixels and beacons. A beacon is a rule of a pixel there; here each pixel has exactly one. */
export const PIXEL_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/pixels',
    answers: `The pixels ${LISTED}.`,
    handler: async ({ ctx, query }) => (await listPixels({ ctx, input: query })).map(pixelToWire),
  },
  {
    method: 'GET',
    path: '/pixels/:id',
    answers: 'A pixel: `id`, `name`, `accountId`, `dotPixel`.',
    handler: async ({ ctx, params }) => pixelToWire(await getPixel({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/pixels',
    answers: 'The created pixel, for web pages unless `dotPixel` is false.',
    handler: ({ ctx, body }) =>
      inTheirNames(async () => pixelToWire(await createPixel({ ctx, input: wireToPixel(body) }))),
  },
  {
    method: 'GET',
    path: '/beacons',
    answers: `The pixels ${LISTED}. A beacon is the one rule of its pixel and has its ID.`,
    handler: async ({ ctx, query }) => (await listPixels({ ctx, input: query })).map(beaconToWire),
  },
  {
    method: 'GET',
    path: '/beacons/:id',
    answers: 'A beacon: `id`, `name`, `accountId`, `pixelId`, `dotPixel`.',
    handler: async ({ ctx, params }) => beaconToWire(await getPixel({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/beacons',
    answers:
      'The created beacon, which is a new pixel. `pixelId` and its conditions are not kept, and named in `X-Ignored-Fields`.',
    handler: ({ ctx, body }) =>
      inTheirNames(async () =>
        beaconToWire(await createPixel({ ctx, input: wireToPixel(keptOfBeacon(ctx, body)) })),
      ),
  },
  {
    method: 'PUT',
    path: '/beacons/:id',
    answers: 'The updated beacon. Fields that are not sent stay unchanged.',
    handler: ({ ctx, params, body }) =>
      inTheirNames(async () => {
        const id = idFromText(params.id);
        const input = inOurNames(keptOfBeacon(ctx, body, id));
        return beaconToWire(await updatePixel({ ctx, id, input }));
      }),
  },
  {
    method: 'GET',
    path: '/beacons/:id/i13n',
    answers:
      '`{beaconId, pixelId, urlSecureSingle, urlSecureMultiple, customEventScript}`. The code is null: the platform serves no tags for web pages, and learns of conversions by events and the conversion postback.',
    handler: async ({ ctx, params }) => {
      const { id } = await getPixel({ ctx, id: idFromText(params.id) });
      return {
        ...{ beaconId: id, pixelId: id },
        ...{ urlSecureSingle: null, urlSecureMultiple: null, customEventScript: null },
      };
    },
  },
];

const pixelToWire = ({ id, name, advertiserId, dotPixel, createdAt, updatedAt }: Pixel) => ({
  id,
  name,
  accountId: advertiserId,
  dotPixel,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const beaconToWire = (pixel: Pixel) => ({ ...pixelToWire(pixel), pixelId: pixel.id });

/** Pixels of these clients are placed on web pages, because the clients request the page's code next. */
const wireToPixel = (body: unknown): unknown =>
  isRecord(body) ? { dotPixel: true, ...(inOurNames(body) as object) } : body;

function inOurNames(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { accountId, id: _, ...rest } = body;
  return { ...rest, ...(accountId !== undefined && { advertiserId: accountId }) };
}

/**
 * Returns the passthrough fields of a beacon. The ID of its own pixel is already true, so it is not reported as
 * ignored.
 */
const keptOfBeacon = (ctx: PathCall['ctx'], body: unknown, own?: number): unknown =>
  keptFields(ctx, body, {
    kept: ['name', 'accountId', 'dotPixel'],
    holding: own === undefined ? [] : [['pixelId', own]],
  });
