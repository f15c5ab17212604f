import type { System } from '../../domain/context.ts';
import { countRefusals, type ReasonCount } from '../../domain/events/event/refusals.ts';
import { receiptIdAt } from '../../domain/events/intake/receipt-id.ts';
import { random } from '../../domain/sandbox/auction/random.ts';
import { TRADES } from './catalogue.ts';
import { STORIES } from './stories.ts';
import { DAY_MS, HOUR_MS } from './times.ts';

/** The maximum number of events of a pixel in an hour. */
const BUSIEST = 6;
/** The hours in which events of a pixel are refused: the last two days. */
const REFUSED_HOURS = 48;
/** Differs from the draws of the auctions. */
const DRAW = 90;
const SEED = 1;

/** What a shop gets wrong in a release: events per hour, by the messages of the service. */
const REASONS: readonly (Omit<ReasonCount, 'events'> & { readonly share: number })[] = [
  {
    field: 'user_data.email',
    reason: 'must be the SHA-256 of the address as 64 hex digits, never the address',
    share: 0.9,
  },
  { field: 'custom_data.value', reason: 'must be a finite number or a plain decimal string', share: 0.5 },
  { field: 'event_time', reason: 'must not be older than 90 days', share: 0.3 },
];

interface DemoPixel {
  readonly id: number;
  readonly advertiserId: number;
  readonly advertiser: string;
}

/**
 * Stores server events of the demo's own pixels for orders from `since` on, one request an hour and pixel at most, and
 * counts refused ones for a pixel. Does nothing if the seat has events.
 */
export async function addEvents(
  system: System,
  { seatId, since }: { seatId: number; since: Date },
): Promise<void> {
  const { pool } = system;
  const { rows: pixels } = await pool.query<DemoPixel>(
    `SELECT p.id, p.advertiser_id AS "advertiserId", a.name AS advertiser FROM pixel p
     JOIN advertiser a ON a.id = p.advertiser_id
     WHERE p.seat_id = $1 AND NOT p.dot_pixel AND p.name = a.name || ' – orders' AND NOT EXISTS (SELECT FROM event_receipt WHERE seat_id = $1) ORDER BY p.id`,
    [seatId],
  );
  const now = Math.floor(system.now().getTime() / HOUR_MS) * HOUR_MS;
  const requests = pixels.flatMap((pixel) => requestsOf(pixel, { from: since.getTime(), to: now }));
  await pool.query(INSERT, [
    seatId,
    ...[requests.map(({ id }) => id), requests.map(({ at }) => new Date(at))],
    ...[requests.map(({ pixel }) => pixel.advertiserId), requests.map(({ pixel }) => pixel.id)],
    requests.map(({ events }) => events),
  ]);
  const refused = pixels.find(({ advertiser }) => advertiser === TRADES[STORIES.refused.index]?.name);
  if (refused) await addRefusals(system, refused.id, now);
}

/** Each event has the hash of an address that nobody has. */
const INSERT = `
  WITH request AS (
    SELECT * FROM unnest($2::uuid[], $3::timestamptz[], $4::int[], $5::int[], $6::int[])
      AS request (id, at, advertiser_id, pixel_id, events)
  ), receipt AS (
    INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count)
    SELECT id, at, $1, pixel_id, 'demo', 'ACCEPTED', events FROM request
  )
  INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
    email, ec, ea)
  SELECT id, position, at, $1, advertiser_id, pixel_id, at - interval '1 minute', 'website',
    sha256(convert_to(id || '-' || position, 'UTF8')), 'shop', CASE position WHEN 0 THEN 'purchase' ELSE 'add_to_cart' END
  FROM request CROSS JOIN LATERAL generate_series(0, events - 1) AS position`;

/** More by day than by night. */
function requestsOf(pixel: DemoPixel, { from, to }: { from: number; to: number }) {
  const requests = [];
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const ofDay = (hour % DAY_MS) / DAY_MS;
    const expected = BUSIEST * (0.5 - 0.45 * Math.cos(2 * Math.PI * (ofDay - 0.15)));
    const events = Math.round(expected * (0.6 + 0.8 * random(SEED, DRAW, pixel.id, hour)));
    const at = hour + Math.floor(random(SEED, DRAW + 1, pixel.id, hour) * HOUR_MS);
    if (events > 0) requests.push({ id: receiptIdAt(at), at, pixel, events });
  }
  return requests;
}

async function addRefusals({ pool }: System, pixelId: number, now: number): Promise<void> {
  for (let hour = now - REFUSED_HOURS * HOUR_MS; hour < now; hour += HOUR_MS) {
    const counted = REASONS.map(({ share, ...reason }, at) => ({
      ...reason,
      events: Math.round(3 * share * random(SEED, DRAW + 2 + at, pixelId, hour)),
    })).filter(({ events }) => events > 0);
    const events = counted.reduce((sum, one) => sum + one.events, 0);
    await countRefusals({ pool, now: () => new Date(hour + HOUR_MS / 2) }, [
      {
        ...{ pixelId, events, requests: events },
        reasons: new Map(counted.map((one) => [one.field, one])),
      },
    ]);
  }
}
