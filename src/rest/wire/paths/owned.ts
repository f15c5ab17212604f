import { getCreative, listCreatives } from '../../../domain/creative/list.ts';
import { getPixel, listPixels } from '../../../domain/pixel/list.ts';
import { accountGroupsOfSeat, getAccountGroup } from '../../../domain/tenancy/account-groups.ts';
import { findSeats } from '../../../domain/tenancy/known.ts';
import { idFromText } from '../../ids.ts';
import type { ObservedPath } from './path.ts';

type Pixel = Awaited<ReturnType<typeof getPixel>>;
type Creative = Awaited<ReturnType<typeof getCreative>>;

const LISTED = 'of the advertiser `accountId`, or of the seat without it, by the common list parameters';

/** What a seat has: pixels, creatives, account groups, and the seat itself. */
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
    method: 'GET',
    path: '/creatives',
    answers: `The creatives ${LISTED}.`,
    handler: async ({ ctx, query }) => (await listCreatives({ ctx, input: query })).map(creativeToWire),
  },
  {
    method: 'GET',
    path: '/creatives/:id',
    answers: 'A creative: `id`, `name`, `status`, `accountId`, `mediaType`, `landingPageUrl`.',
    handler: async ({ ctx, params }) => creativeToWire(await getCreative({ ctx, id: idFromText(params.id) })),
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

const creativeToWire = ({ id, name, status, advertiserId, mediaType, ...creative }: Creative) => ({
  id,
  name,
  status,
  accountId: advertiserId,
  mediaType,
  title: creative.title,
  description: creative.description,
  landingPageUrl: creative.landingUrl,
  updatedAt: creative.updatedAt.toISOString(),
});
