import { DelayedStore } from '../../../platform/process/delayed-store.ts';
import type { System } from '../../context.ts';
import { IDENTITY_KINDS, type IdentityKind, knownKeys } from './known-keys.ts';
import type { EventPixel } from './pixel-access.ts';
import type { CheckedEvent } from './row.ts';

/** How long events are counted in the process before they are stored with one statement. */
const STORE_AFTER_MS = 5_000;
/** The maximum number of keys that are looked up for one statement: of a pixel and kind, and in all. */
const MAX_CHECKED = 25;
const MAX_CHECKED_IN_ALL = 500;
const TIMEOUT_MS = 5_000;

interface Tally {
  events: number;
  /** The first keys, to be looked up. They are dropped afterwards. */
  readonly keys: string[];
}

interface Waiting {
  readonly pixel: EventPixel;
  readonly kinds: Readonly<Record<IdentityKind, Tally>>;
}

/** Counts in memory, so that the intake waits for nothing. */
class Counter {
  readonly #system: System;
  readonly stored: DelayedStore;
  #waiting = new Map<number, Waiting>();
  #checked = 0;

  constructor(system: System) {
    this.#system = system;
    this.stored = new DelayedStore({
      ...{ log: system.log, afterMs: STORE_AFTER_MS, store: () => this.#store() },
      failure: 'identities of events could not be counted',
    });
  }

  count(pixel: EventPixel, events: readonly CheckedEvent[]): void {
    const operatorKey = `${this.#system.config.operator}_id`;
    const { kinds } = this.#of(pixel);
    for (const { user_data: user } of events) {
      this.#add(kinds.email, user.email || user.he);
      this.#add(kinds.idfa, user.idfa);
      this.#add(kinds.gpsaid, user.gpsaid);
      this.#add(kinds.operator_id, user[operatorKey]);
      this.#add(kinds.vmcid, user.vmcid);
    }
    this.stored.later();
  }

  #of(pixel: EventPixel): Waiting {
    const known = this.#waiting.get(pixel.id);
    if (known) return known;
    const tally = (): Tally => ({ events: 0, keys: [] });
    const kinds = { email: tally(), idfa: tally(), gpsaid: tally(), operator_id: tally(), vmcid: tally() };
    const made = { pixel, kinds };
    this.#waiting.set(pixel.id, made);
    return made;
  }

  #add(tally: Tally, key: unknown): void {
    if (typeof key !== 'string' || key === '') return;
    tally.events += 1;
    if (tally.keys.length >= MAX_CHECKED || this.#checked >= MAX_CHECKED_IN_ALL) return;
    tally.keys.push(key);
    this.#checked += 1;
  }

  async #store(): Promise<void> {
    // In the order of the keys, so that processes that count the same pixels do not wait for each other in a circle.
    const waiting = [...this.#waiting.values()].sort((a, b) => a.pixel.id - b.pixel.id);
    this.#waiting = new Map();
    this.#checked = 0;
    if (waiting.length > 0) await storeCounts(this.#system, waiting);
  }
}

const counters = new WeakMap<System['pool'], Counter>();

function counterOf(system: System): Counter {
  const known = counters.get(system.pool) ?? new Counter(system);
  counters.set(system.pool, known);
  return known;
}

/** Counts which keys accepted events had. Synchronous; the counts are stored within seconds. */
export const countIdentities = (system: System, pixel: EventPixel, events: readonly CheckedEvent[]): void =>
  counterOf(system).count(pixel, events);

/** Stores what was counted so far. */
export const storeIdentities = async (system: System): Promise<void> =>
  counters.get(system.pool)?.stored.now();

async function storeCounts(system: System, waiting: readonly Waiting[]): Promise<void> {
  const { pool, now } = system;
  const counts = waiting.flatMap(({ pixel, kinds }) =>
    IDENTITY_KINDS.map((kind) => ({ pixel, kind, ...kinds[kind] })).filter(({ events }) => events > 0),
  );
  const known = await knownKeys(system, counts);
  const statement = {
    text: `INSERT INTO event_identity AS known (pixel_id, hour, kind, events, checked, matched)
     SELECT pixel_id, date_trunc('hour', $1::timestamptz, 'UTC'), kind, events, checked, matched
     FROM unnest($2::int[], $3::text[], $4::int[], $5::int[], $6::int[]) AS c (pixel_id, kind, events, checked, matched)
     ORDER BY 1, 3
     ON CONFLICT (pixel_id, hour, kind) DO UPDATE SET events = known.events + excluded.events,
       checked = known.checked + excluded.checked, matched = known.matched + excluded.matched`,
    values: [
      ...[now(), counts.map(({ pixel }) => pixel.id), counts.map(({ kind }) => kind)],
      ...[counts.map(({ events }) => events), known.map(({ checked }) => checked)],
      known.map(({ matched }) => matched),
    ],
    query_timeout: TIMEOUT_MS,
  };
  await pool.query(statement);
}
