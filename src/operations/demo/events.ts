import type { System } from '../../domain/context.ts';
import { countRefusals, type ReasonCount } from '../../domain/events/event/refusals.ts';
import { receiptIdAt } from '../../domain/events/intake/receipt-id.ts';
import { random } from '../../domain/sandbox/auction/random.ts';
import { TRADES } from './catalogue.ts';
import { addressOf, customersOf, SHOPPERS } from './customers.ts';
import { STORIES } from './stories.ts';
import { DAY_MS, HOUR_MS } from './times.ts';

/** The maximum number of events of a usual pixel in an hour. */
const BUSIEST = 6;
/** The hours in which events of a pixel are refused: the last two days. */
const REFUSED_HOURS = 48;
/** The first draws that differ from those of the auctions. */
const DRAWS = {
  events: 90,
  moment: 91,
  refusals: 92,
  product: 96,
  shopper: 97,
  value: 98,
  size: 99,
} as const;
const SEED = 1;

export const EVENT_CATEGORY = 'shop';
/** What people do at a shop, by the position in their request: a purchase first. */
const ACTIONS = ['purchase', 'add_to_cart', 'view_product'] as const;
export type EventAction = (typeof ACTIONS)[number];

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
  const events = requests.flatMap(eventsOf);
  await pool.query(RECEIPTS, [
    seatId,
    ...[requests.map(({ id }) => id), requests.map(({ at }) => new Date(at))],
    ...[requests.map(({ pixel }) => pixel.id), requests.map(({ events }) => events)],
  ]);
  await pool.query(EVENTS, [
    seatId,
    ...[events.map(({ id }) => id), events.map(({ position }) => position)],
    ...[events.map(({ at }) => new Date(at)), events.map(({ pixel }) => pixel.advertiserId)],
    ...[events.map(({ pixel }) => pixel.id), events.map(({ address }) => address)],
    ...[events.map(({ value }) => value), events.map(({ action }) => action)],
    events.map(({ product }) => product),
  ]);
  await addIdentities(system, events);
  const refused = pixels.find(({ advertiser }) => advertiser === TRADES[STORIES.refused.index]?.name);
  if (refused) await addRefusals(system, refused.id, now);
}

const RECEIPTS = `
  INSERT INTO event_receipt (id, received_at, seat_id, pixel_id, client_id, outcome, event_count)
  SELECT id, at, $1, pixel_id, 'demo', 'ACCEPTED', events
  FROM unnest($2::uuid[], $3::timestamptz[], $4::int[], $5::int[]) AS request (id, at, pixel_id, events)`;

const EVENTS = `
  INSERT INTO event (receipt_id, position, received_at, seat_id, advertiser_id, pixel_id, event_time, action_source,
    email, gv, ec, ea, el)
  SELECT id, position, at, $1, advertiser_id, pixel_id, at - interval '1 minute', 'website', email, value,
    '${EVENT_CATEGORY}', action, product
  FROM unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::int[], $6::int[], $7::bytea[], $8::numeric[], $9::text[],
    $10::text[]) AS event (id, position, at, advertiser_id, pixel_id, email, value, action, product)`;

interface Request {
  readonly id: string;
  readonly at: number;
  readonly pixel: DemoPixel;
  readonly events: number;
}

/** More by day than by night. */
function requestsOf(pixel: DemoPixel, { from, to }: { from: number; to: number }): Request[] {
  const requests: Request[] = [];
  // Some shops have more visitors than others.
  const size = 0.6 + 1.4 * random(SEED, DRAWS.size, pixel.id);
  for (let hour = from; hour < to; hour += HOUR_MS) {
    const ofDay = (hour % DAY_MS) / DAY_MS;
    const expected = BUSIEST * (0.5 - 0.45 * Math.cos(2 * Math.PI * (ofDay - 0.15)));
    const events = Math.round(expected * size * (0.6 + 0.8 * random(SEED, DRAWS.events, pixel.id, hour)));
    const at = hour + Math.floor(random(SEED, DRAWS.moment, pixel.id, hour) * HOUR_MS);
    if (events > 0) requests.push({ id: receiptIdAt(at), at, pixel, events });
  }
  return requests;
}

interface DemoEvent extends Request {
  readonly position: number;
  readonly action: EventAction;
  readonly product: string;
  readonly shopper: number;
  readonly address: Buffer;
  /** In US dollars, of purchases. */
  readonly value: string | null;
}

/** The first event of a request is a purchase; some people come back more often than others. */
function eventsOf(request: Request): DemoEvent[] {
  const { at, pixel, events } = request;
  const products = TRADES.find(({ name }) => name === pixel.advertiser)?.products ?? [];
  return Array.from({ length: events }, (_, position) => {
    const draw = (which: number) => random(SEED, which, pixel.id, at + position);
    const action = position === 0 ? 'purchase' : (ACTIONS[1 + (position % 2)] ?? 'view_product');
    const shopper = Math.floor(draw(DRAWS.shopper) ** 1.5 * SHOPPERS);
    return {
      ...request,
      ...{ position, action, shopper, address: addressOf(pixel.advertiser, shopper) },
      product: products[Math.floor(draw(DRAWS.product) * products.length)] ?? '',
      value: position === 0 ? (15 + 135 * draw(DRAWS.value) ** 2).toFixed(2) : null,
    };
  });
}

/** Counts the addresses of the events, and those that are on a list of the advertiser's customers. */
async function addIdentities({ pool }: System, events: readonly DemoEvent[]): Promise<void> {
  const known = events.map(({ pixel, shopper }) => shopper < customersOf(pixel.advertiser));
  await pool.query(
    `INSERT INTO event_identity (pixel_id, hour, kind, events, checked, matched)
     SELECT pixel_id, date_trunc('hour', at, 'UTC'), 'email', count(*), count(*), count(*) FILTER (WHERE known)
     FROM unnest($1::int[], $2::timestamptz[], $3::boolean[]) AS event (pixel_id, at, known) GROUP BY 1, 2`,
    [events.map(({ pixel }) => pixel.id), events.map(({ at }) => new Date(at)), known],
  );
}

async function addRefusals({ pool }: System, pixelId: number, now: number): Promise<void> {
  for (let hour = now - REFUSED_HOURS * HOUR_MS; hour < now; hour += HOUR_MS) {
    const counted = REASONS.map(({ share, ...reason }, at) => ({
      ...reason,
      events: Math.round(3 * share * random(SEED, DRAWS.refusals + at, pixelId, hour)),
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
