import type { DomainContext } from '../../context.ts';
import { IDENTITY_KINDS, type IdentityKind, knownKeys } from './known-keys.ts';

/** How many events had one kind of key that identifies a user, and how many of the keys are known. */
export interface IdentityMatch {
  /** The key of `user_data`, such as `email`. */
  readonly kind: string;
  readonly events: number;
  /** The number of events whose key was looked up. */
  readonly checked: number;
  /** Of those, the number whose key is known; null if none was looked up. */
  readonly matched: number | null;
}

type Reader = Pick<DomainContext, 'pool' | 'seatId' | 'config' | 'masterKey'>;

const MAX_DAYS = 7;
/** The maximum number of keys of each kind that are looked up for one receipt. */
const MAX_CHECKED = 25;

/** Returns the counts of pixels by pixel, from the hour of `since` on; without it, of the last seven days. */
export async function pixelIdentities(
  ctx: Reader & Pick<DomainContext, 'now'>,
  pixelIds: readonly number[],
  since: Date | null,
): Promise<ReadonlyMap<number, IdentityMatch[]>> {
  const first = since ?? new Date(ctx.now().getTime() - MAX_DAYS * 24 * 3_600_000);
  const { rows } = await ctx.pool.query<Counted & { readonly pixelId: number }>(
    `SELECT pixel_id AS "pixelId", kind, sum(events)::float8 AS events, sum(checked)::float8 AS checked,
       sum(matched)::float8 AS matched
     FROM event_identity JOIN pixel ON pixel.id = pixel_id
     WHERE pixel_id = ANY ($1::int[]) AND pixel.seat_id = $2 AND hour >= date_trunc('hour', $3::timestamptz, 'UTC')
     GROUP BY pixel_id, kind`,
    [pixelIds, ctx.seatId, first],
  );
  return new Map(
    pixelIds.map((id) => [
      id,
      matchesOf(
        ctx,
        rows.filter(({ pixelId }) => pixelId === id),
      ),
    ]),
  );
}

interface Counted {
  readonly kind: IdentityKind;
  readonly events: number;
  readonly checked: number;
  readonly matched: number;
}

/** In the order of the kinds; those that no event had are left out. */
const matchesOf = (ctx: Reader, counted: readonly Counted[]): IdentityMatch[] =>
  IDENTITY_KINDS.flatMap((kind) => {
    const found = counted.find((one) => one.kind === kind);
    if (!found || found.events === 0) return [];
    const { events, checked, matched } = found;
    const name = kind === 'operator_id' ? `${ctx.config.operator}_id` : kind;
    return [{ kind: name, events, checked, matched: checked === 0 ? null : matched }];
  });

interface Found {
  readonly receiptId: string;
  readonly advertiserId: number;
  readonly kind: IdentityKind;
  readonly events: number;
  readonly keys: readonly string[];
}

/**
 * Returns the same for the events of receipts of a pixel, by the ID of the receipt. Receipts whose events are not
 * stored as rows, such as archived ones, are left out. Click IDs are not stored with events.
 */
export async function receiptIdentities(
  ctx: Reader,
  receipts: readonly { readonly id: string; readonly receivedAt: Date; readonly pixelId: number }[],
): Promise<ReadonlyMap<string, IdentityMatch[]>> {
  const { rows } = await ctx.pool.query<Found>(
    `SELECT r.id AS "receiptId", e."advertiserId", k.kind, k.events, k.keys
     FROM unnest($1::uuid[], $2::timestamptz[], $3::int[]) AS r (id, received_at, pixel_id)
     CROSS JOIN LATERAL (
       SELECT min(advertiser_id) AS "advertiserId", count(*) AS events, count(email)::int AS email,
         count(idfa)::int AS idfa, count(gpsaid)::int AS gpsaid, count(operator_user_id)::int AS operator_id,
         (array_agg(encode(email, 'hex')) FILTER (WHERE email IS NOT NULL))[:${MAX_CHECKED}] AS emails,
         (array_agg(idfa) FILTER (WHERE idfa IS NOT NULL))[:${MAX_CHECKED}] AS idfas,
         (array_agg(gpsaid) FILTER (WHERE gpsaid IS NOT NULL))[:${MAX_CHECKED}] AS gpsaids
       FROM event WHERE pixel_id = r.pixel_id AND received_at = r.received_at AND receipt_id = r.id AND seat_id = $4) e
     CROSS JOIN LATERAL (VALUES ('email', e.email, coalesce(e.emails, '{}')), ('idfa', e.idfa, coalesce(e.idfas, '{}')),
       ('gpsaid', e.gpsaid, coalesce(e.gpsaids, '{}')), ('operator_id', e.operator_id, '{}')) k (kind, events, keys)
     WHERE e.events > 0`,
    [
      receipts.map(({ id }) => id),
      receipts.map(({ receivedAt }) => receivedAt),
      ...[receipts.map(({ pixelId }) => pixelId), ctx.seatId],
    ],
  );
  const known = await knownKeys(
    ctx,
    rows.map(({ advertiserId, ...row }) => ({ pixel: { seatId: ctx.seatId, advertiserId }, ...row })),
  );
  const counted = rows.map((row, index) => ({ ...row, ...(known[index] ?? { checked: 0, matched: 0 }) }));
  return new Map(
    receipts.flatMap(({ id }) => {
      const own = counted.filter(({ receiptId }) => receiptId === id);
      return own.length === 0 ? [] : [[id, matchesOf(ctx, own)]];
    }),
  );
}
