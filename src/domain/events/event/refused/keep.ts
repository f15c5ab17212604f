import { DelayedStore } from '../../../../platform/process/delayed-store.ts';
import type { System } from '../../../context.ts';
import { receiptId } from '../../intake/receipt-id.ts';
import {
  ALL_BYTES_PER_MINUTE,
  BYTES_PER_MINUTE,
  MAX_BYTES_OF_SEAT,
  MAX_OF_SEAT,
  REQUESTS_PER_MINUTE,
} from './bounds.ts';
import { contentOf, type RefusedContent } from './content.ts';

const STORE_AFTER_MS = 1_000;
const TIMEOUT_MS = 5_000;
const MINUTE_MS = 60_000;

export interface Refused {
  readonly seatId: number;
  readonly pixelId: number;
  readonly clientId: string;
  readonly at: Date;
  /** Why, without any value that was sent. */
  readonly message: string;
  readonly idempotencyKey: string | undefined;
  readonly events: readonly unknown[];
}

interface Kept extends Omit<Refused, 'events'>, Omit<RefusedContent, 'scanned'> {
  readonly id: string;
  readonly eventCount: number;
  readonly bytes: number;
}

interface Used {
  requests: number;
  bytes: number;
}

/** Collects refused requests in the process and stores them with one statement per second. */
class Keeper {
  readonly #system: System;
  readonly stored: DelayedStore;
  #waiting: Kept[] = [];
  #minute = 0;
  #used = new Map<number, Used>();
  #allBytes = 0;

  constructor(system: System) {
    this.#system = system;
    this.stored = new DelayedStore({
      ...{ log: system.log, afterMs: STORE_AFTER_MS, store: () => this.#store() },
      failure: 'refused events could not be kept',
    });
  }

  keep(refused: Refused): void {
    const used = this.#usedBy(refused.seatId);
    if (used.requests >= REQUESTS_PER_MINUTE || used.bytes >= BYTES_PER_MINUTE) return;
    if (this.#allBytes >= ALL_BYTES_PER_MINUTE) return;
    const { scanned, ...content } = contentOf(this.#system, refused.events);
    used.requests += 1;
    used.bytes += scanned;
    this.#allBytes += scanned;
    const { events, ...request } = refused;
    const bytes = Buffer.byteLength(content.sample) + Buffer.byteLength(content.events);
    this.#waiting.push({
      ...{ ...request, ...content, bytes },
      ...{ id: receiptId(refused.at), eventCount: events.length },
    });
    this.stored.later();
  }

  /** By real time, whatever the clock of a sandbox shows. */
  #usedBy(seatId: number): Used {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#used = new Map();
      this.#allBytes = 0;
    }
    const used = this.#used.get(seatId) ?? { requests: 0, bytes: 0 };
    this.#used.set(seatId, used);
    return used;
  }

  async #store(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) await storeRows(this.#system, waiting);
  }
}

const keepers = new WeakMap<System['pool'], Keeper>();

/**
 * Keeps a refused request for a week, unless its seat has reached its share of the minute. Touches no database: the
 * requests of a second are stored together.
 */
export function keepRefused(system: System, refused: Refused): void {
  const keeper = keepers.get(system.pool) ?? new Keeper(system);
  keepers.set(system.pool, keeper);
  keeper.keep(refused);
}

/** Stores what was kept so far. */
export const storeRefused = async (system: System): Promise<void> => keepers.get(system.pool)?.stored.now();

/** Only requests for a pixel of their own seat are kept. */
const INSERT = `
  INSERT INTO event_refused (id, seat_id, pixel_id, client_id, received_at, message, event_count, sample, events,
    replayable, bytes, idempotency_key)
  SELECT r.* FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::text[], $7::int[],
      $8::text[], $9::text[], $10::int[], $11::int[], $12::text[])
    AS r (id, seat_id, pixel_id, client_id, received_at, message, event_count, sample, events, replayable, bytes,
      idempotency_key)
  JOIN pixel ON pixel.id = r.pixel_id AND pixel.seat_id = r.seat_id`;

const DELETE_OLDEST = `
  DELETE FROM event_refused WHERE id IN (SELECT id FROM (
    SELECT id, row_number() OVER newest AS n, sum(bytes) OVER newest AS bytes
    FROM event_refused WHERE seat_id = ANY ($1::int[])
    WINDOW newest AS (PARTITION BY seat_id ORDER BY received_at DESC, id DESC)) AS kept
  WHERE n > ${MAX_OF_SEAT} OR bytes > ${MAX_BYTES_OF_SEAT})`;

async function storeRows({ pool }: System, kept: readonly Kept[]): Promise<void> {
  const column = <Name extends keyof Kept>(name: Name) => kept.map((row) => row[name]);
  const insert = {
    text: INSERT,
    values: [
      ...[column('id'), column('seatId'), column('pixelId'), column('clientId'), column('at')],
      ...[column('message'), column('eventCount'), column('sample'), column('events'), column('replayable')],
      ...[column('bytes'), column('idempotencyKey')],
    ],
    query_timeout: TIMEOUT_MS,
  };
  await pool.query(insert);
  const seatIds = [...new Set(column('seatId'))];
  const trim = { text: DELETE_OLDEST, values: [seatIds], query_timeout: TIMEOUT_MS };
  await pool.query(trim);
}
