import { isRecord } from '../../../domain/input.ts';
import { createPixel } from '../../../domain/pixel/create.ts';
import { getPixel, listPixels } from '../../../domain/pixel/list.ts';
import { accountGroupsOfSeat, getAccountGroup } from '../../../domain/tenancy/account-groups.ts';
import { findSeats } from '../../../domain/tenancy/known.ts';
import { idFromText } from '../../ids.ts';
import { empty, LISTED, type ObservedPath } from './path.ts';
import { inTheirNames } from './their-names.ts';

type Pixel = Awaited<ReturnType<typeof getPixel>>;

/** What a seat has: pixels, account groups, and the seat itself. */
export const OWNED_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/seats',
    answers: '`{currentSeat: [{id, name, currency}], seatLookups: [{id, name}]}` of the user.',
    handler: async ({ ctx }) => {
      const seats = await findSeats(ctx);
      return {
        currentSeat: await findSeats(ctx, [ctx.seatId]),
        seatLookups: seats.map(({ id, name }) => ({ id, name })),
      };
    },
  },
  {
    method: 'GET',
    path: '/accountgroups',
    answers: 'The account groups of the seat: `id`, `name`, `seatId`.',
    handler: ({ ctx }) => accountGroupsOfSeat(ctx),
  },
  {
    method: 'GET',
    path: '/accountgroups/:id',
    answers: 'An account group.',
    handler: ({ ctx, params }) => getAccountGroup({ ctx, id: idFromText(params.id) }),
  },
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
  empty('/sitelists'),
  empty('/contextuals'),
  empty('/contextuals/categories/:taxonomyType'),
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

/** Pixels of these clients are placed on web pages: they ask for its code next. */
function wireToPixel(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { accountId, id: _, ...rest } = body;
  return { dotPixel: true, ...rest, ...(accountId !== undefined && { advertiserId: accountId }) };
}
