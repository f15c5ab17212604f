import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { isId } from '../../../resources/define/rows.ts';
import type { System } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import type { IntakeCaller } from '../intake/caller.ts';

/** A pixel that the caller can send events for. */
export interface EventPixel {
  readonly id: number;
  readonly seatId: number;
  readonly advertiserId: number;
}

interface AccessKey {
  readonly pixelId: number;
  readonly clientId: string;
}

interface Row {
  readonly pixel_id: number;
  readonly client_id: string;
  readonly seat_id: number;
  readonly advertiser_id: number;
  readonly is_listed: boolean;
}

/** How long a permission is cached. A refusal is never cached. */
const TRUST_MS = 5_000;
const MAX_TRUSTED = 10_000;
const MAX_TRUSTED_BYTES = 8 * 2 ** 20;
const ENTRY_BYTES = 300;
const TIMEOUT_MS = 5_000;

interface Access {
  readonly loader: DataLoader<AccessKey, Row | undefined>;
  readonly trusted: LRUCache<string, { pixel: EventPixel; until: number }>;
}

const accesses = new WeakMap<System['pool'], Access>();

/**
 * Returns the pixel if it is for server events, belongs to the caller's seat, and is on the client's
 * allow-list. Otherwise throws the same ValidationError in all cases.
 */
export async function eventPixel(options: {
  system: System;
  caller: IntakeCaller;
  pixelId: number;
}): Promise<EventPixel> {
  const { system, caller, pixelId } = options;
  const { loader, trusted } = accessOf(system.pool);
  const key = `${caller.clientId}:${caller.seatId}:${pixelId}`;
  const known = trusted.get(key);
  if (known && known.until > Date.now()) return known.pixel;
  trusted.delete(key);
  const row = isId(pixelId) ? await loader.load({ pixelId, clientId: caller.clientId }) : undefined;
  // Without a token (observe mode), there is no client whose list could be checked.
  const isAllowed = caller.seatId === undefined || (row?.is_listed && row.seat_id === caller.seatId);
  if (!row || !isAllowed) throw new ValidationError([UNKNOWN_PIXEL]);
  const pixel = { id: pixelId, seatId: row.seat_id, advertiserId: row.advertiser_id };
  trusted.set(key, { pixel, until: Date.now() + TRUST_MS });
  return pixel;
}

/** The refusal of a pixel that the caller cannot send events for. */
export const UNKNOWN_PIXEL = {
  path: 'pixel_id',
  message: 'must be a pixel for server events on the allow-list of the client',
};

function accessOf(pool: System['pool']): Access {
  const known = accesses.get(pool);
  if (known) return known;
  const access: Access = {
    loader: new DataLoader((requested) => load(pool, requested), {
      cache: false,
      maxBatchSize: 500,
      batchScheduleFn: (run) => setImmediate(run),
    }),
    trusted: new LRUCache({
      max: MAX_TRUSTED,
      maxSize: MAX_TRUSTED_BYTES,
      sizeCalculation: (_pixel, key) => ENTRY_BYTES + 2 * key.length,
    }),
  };
  accesses.set(pool, access);
  return access;
}

const STATEMENT = `
  SELECT requested.pixel_id, requested.client_id, pixel.seat_id, pixel.advertiser_id,
         EXISTS (SELECT FROM client_pixel listed
                 WHERE listed.client_id = requested.client_id AND listed.pixel_id = pixel.id) AS is_listed
  FROM unnest($1::int[], $2::text[]) AS requested (pixel_id, client_id)
  JOIN pixel ON pixel.id = requested.pixel_id AND NOT pixel.dot_pixel`;

/** One statement for all concurrent requests. */
async function load(pool: System['pool'], requested: readonly AccessKey[]): Promise<(Row | undefined)[]> {
  const query = {
    name: 'intake-pixel',
    text: STATEMENT,
    values: [requested.map(({ pixelId }) => pixelId), requested.map(({ clientId }) => clientId)],
    query_timeout: TIMEOUT_MS,
  };
  const { rows } = await pool.query<Row>(query);
  return requested.map(({ pixelId, clientId }) =>
    rows.find((row) => row.pixel_id === pixelId && row.client_id === clientId),
  );
}
