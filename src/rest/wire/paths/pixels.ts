import { createPixel } from '../../../domain/audiences/pixel/create.ts';
import { getPixel, listPixels } from '../../../domain/audiences/pixel/list.ts';
import { updatePixel } from '../../../domain/audiences/pixel/update.ts';
import { recordOrEmpty } from '../../../platform/text/typed.ts';
import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import * as BODIES from './body-shapes.ts';
import { BEACON, BEACON_CODE, PIXEL } from './object-shapes.ts';
import { withObservedNames } from './observed-names.ts';
import { ADVERTISER_LIST, LIST_DESCRIPTION, type ObservedPath, type PathCall } from './path.ts';
import { listOf } from './shapes.ts';

type Pixel = Awaited<ReturnType<typeof getPixel>>;

/** Pixels and beacons. A beacon is a rule of a pixel there; here each pixel has exactly one. */
export const PIXEL_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/pixels',
    id: 'listPixels',
    response: listOf(PIXEL),
    ...ADVERTISER_LIST,
    answers: `The pixels ${LIST_DESCRIPTION}.`,
    handler: async ({ ctx, query }) => (await listPixels({ ctx, input: query })).map(pixelToWire),
  },
  {
    method: 'GET',
    path: '/pixels/:id',
    id: 'getPixel',
    response: PIXEL,
    answers: 'A pixel: `id`, `name`, `accountId`, `dotPixel`, and further fields as sent.',
    handler: async ({ ctx, params }) => pixelToWire(await getPixel({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/pixels',
    id: 'createPixel',
    response: PIXEL,
    body: BODIES.PIXEL.create,
    answers: 'The created pixel, for web pages unless `dotPixel` is false.',
    handler: ({ ctx, body }) =>
      withObservedNames(async () => pixelToWire(await createPixel({ ctx, input: wireToPixel(ctx, body) }))),
  },
  {
    method: 'GET',
    path: '/beacons',
    id: 'listBeacons',
    response: listOf(BEACON),
    ...ADVERTISER_LIST,
    answers: `The pixels ${LIST_DESCRIPTION}. A beacon is the one rule of its pixel and has its ID.`,
    handler: async ({ ctx, query }) => (await listPixels({ ctx, input: query })).map(beaconToWire),
  },
  {
    method: 'GET',
    path: '/beacons/:id',
    id: 'getBeacon',
    response: BEACON,
    answers:
      'A beacon: `id`, `name`, `accountId`, `pixelId`, `dotPixel`, and further fields as sent. `pixelId` is its own ID unless another was sent.',
    handler: async ({ ctx, params }) => beaconToWire(await getPixel({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/beacons',
    id: 'createBeacon',
    response: BEACON,
    body: BODIES.BEACON.create,
    answers:
      'The created beacon, which is a new pixel. `pixelId`, `ruleType`, `conditions`, `category` and further fields are kept and answered as sent; conversions are counted by the events that are sent for the beacon.',
    handler: ({ ctx, body }) =>
      withObservedNames(async () => beaconToWire(await createPixel({ ctx, input: wireToPixel(ctx, body) }))),
  },
  {
    method: 'PUT',
    path: '/beacons/:id',
    id: 'updateBeacon',
    response: BEACON,
    body: BODIES.BEACON.update,
    answers: 'The updated beacon. Fields that are not sent stay unchanged.',
    handler: ({ ctx, params, body }) =>
      withObservedNames(async () => {
        const id = idFromText(params.id);
        const answered = beaconToWire(await getPixel({ ctx, id }));
        const input = inOurNames(ctx, withoutUnchangedFields(body, answered));
        return beaconToWire(await updatePixel({ ctx, id, input }));
      }),
  },
  {
    method: 'GET',
    path: '/beacons/:id/i13n',
    id: 'getBeaconCode',
    response: BEACON_CODE,
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

const pixelToWire = ({ id, name, advertiserId, dotPixel, extra, createdAt, updatedAt }: Pixel) => ({
  ...recordOrEmpty(extra),
  id,
  name,
  accountId: advertiserId,
  dotPixel,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const beaconToWire = (pixel: Pixel) => ({ pixelId: pixel.id as unknown, ...pixelToWire(pixel) });

/** Pixels of these clients are placed on web pages, because the clients request the page's code next. */
const wireToPixel = (ctx: PathCall['ctx'], body: unknown): unknown =>
  isRecord(body) ? { dotPixel: true, ...(inOurNames(ctx, body) as object) } : body;

function inOurNames(ctx: PathCall['ctx'], body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { accountId, id: _, ...rest } = body;
  if (accountId !== undefined && rest.advertiserId !== undefined) ignoreField(ctx, 'advertiserId');
  return { ...rest, ...(accountId !== undefined && { advertiserId: accountId }) };
}

/** `pixelId` is answered without being stored, unless it was sent. */
const withoutUnchangedFields = (body: unknown, { pixelId }: { pixelId: unknown }): unknown => {
  if (!isRecord(body) || body.pixelId !== pixelId) return body;
  const { pixelId: _, ...rest } = body;
  return rest;
};
