import { DelayedStore } from '../../../platform/process/delayed-store.ts';
import type { System } from '../../context.ts';
import type { DiagnosticKind } from './kinds.ts';

/** The maximum number of rows of a client. */
export const MAX_ROWS = 50;
/** How long a problem of a client is shown. */
export const MAX_AGE_MS = 3_600_000;

/** How long problems are counted in the process before they are stored with one statement. */
const STORE_AFTER_MS = 2_000;
/** The maximum number of rows that wait in a process, in all and of one client. Further problems are not recorded. */
const MAX_WAITING = 500;
const MAX_WAITING_OF_CLIENT = 20;
/** The most problems of a second in a process whose client must be looked up first. */
const MAX_LOOK_UPS = 50;
const MAX_SUBJECT = 160;
const MAX_MESSAGE = 500;
const MAX_COUNT = 1_000_000_000;

/** One problem of a client whose identity was proven. Contains no secret, token or assertion. */
export interface Diagnostic {
  readonly clientId: string;
  readonly kind: DiagnosticKind;
  /** Where, if the kind has several places: problems of one subject share a row. */
  readonly subject?: string;
  /** In words. The row keeps the last one. */
  readonly message: string;
}

interface Waiting {
  readonly clientId: string;
  readonly kind: DiagnosticKind;
  readonly subject: string;
  message: string;
  count: number;
  readonly firstAt: Date;
  lastAt: Date;
}

/**
 * Counts problems in the process, so that a client which makes many of them writes one row every two seconds. Recording
 * is synchronous and touches no database.
 */
class Recorder {
  readonly #system: System;
  readonly #waiting = new Map<string, Waiting>();
  readonly #ofClient = new Map<string, number>();
  readonly #looking = new Set<Promise<void>>();
  readonly #stored: DelayedStore;
  #second = 0;
  #lookUps = 0;

  constructor(system: System) {
    this.#system = system;
    this.#stored = new DelayedStore({
      ...{ log: system.log, afterMs: STORE_AFTER_MS, store: () => this.#store() },
      failure: 'problems of clients could not be stored',
    });
  }

  note({ clientId, kind, subject = '', message }: Diagnostic): void {
    const where = cut(subject, MAX_SUBJECT);
    const key = JSON.stringify([clientId, kind, where]);
    const now = new Date();
    const known = this.#waiting.get(key);
    if (known) {
      known.count += 1;
      known.lastAt = now;
      known.message = cut(message, MAX_MESSAGE);
      return;
    }
    const own = this.#ofClient.get(clientId) ?? 0;
    if (this.#waiting.size >= MAX_WAITING || own >= MAX_WAITING_OF_CLIENT) return;
    this.#ofClient.set(clientId, own + 1);
    const text = cut(message, MAX_MESSAGE);
    this.#waiting.set(key, {
      ...{ clientId, kind, subject: where, message: text, count: 1 },
      ...{ firstAt: now, lastAt: now },
    });
    this.#stored.later();
  }

  /** Runs `work`, which finds out whose problem it is, unless there were many of them in this second. */
  lookUp(work: () => Promise<void>): void {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) [this.#second, this.#lookUps] = [second, 0];
    if (this.#lookUps >= MAX_LOOK_UPS) return;
    this.#lookUps += 1;
    // Diagnostics are a help: a database that is unavailable must not make a refusal fail.
    const looking = work().catch(() => undefined);
    this.#looking.add(looking);
    void looking.then(() => this.#looking.delete(looking));
  }

  store(): Promise<void> {
    return this.#stored.now();
  }

  async #store(): Promise<void> {
    await Promise.all(this.#looking);
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#ofClient.clear();
    if (rows.length === 0) return;
    const { pool } = this.#system;
    await pool.query(STORE, [JSON.stringify(rows)]);
    const clients = [...new Set(rows.map(({ clientId }) => clientId))];
    await pool.query(TRIM, [clients, MAX_ROWS]);
  }
}

/** A problem that did not occur for an hour starts again. Rows are sorted, so that processes do not deadlock. */
const STORE = `
  INSERT INTO client_diagnostic AS stored (client_id, kind, subject, message, count, first_at, last_at)
  SELECT "clientId", kind, subject, message, count, "firstAt", "lastAt"
  FROM jsonb_to_recordset($1::jsonb) AS noted ("clientId" text, kind text, subject text, message text, count int,
    "firstAt" timestamptz, "lastAt" timestamptz)
  ORDER BY 1, 2, 3
  ON CONFLICT (client_id, kind, subject) DO UPDATE SET
    message = excluded.message,
    last_at = excluded.last_at,
    count = CASE WHEN stored.last_at < excluded.first_at - interval '1 hour' THEN excluded.count
      ELSE least(stored.count::bigint + excluded.count, ${MAX_COUNT}) END,
    first_at = CASE WHEN stored.last_at < excluded.first_at - interval '1 hour' THEN excluded.first_at
      ELSE stored.first_at END`;
const TRIM = `
  DELETE FROM client_diagnostic WHERE (client_id, kind, subject) IN (
    SELECT client_id, kind, subject FROM (
      SELECT *, row_number() OVER (PARTITION BY client_id ORDER BY last_at DESC, kind, subject) AS place
      FROM client_diagnostic WHERE client_id = ANY($1)
    ) AS ranked WHERE place > $2)`;

const cut = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most - 1)}…` : text).replaceAll('\0', ' ').toWellFormed();

const recorders = new WeakMap<System['pool'], Recorder>();

/** The process has one recorder, whether a call uses the shared pool or the reserved one. */
export function recorderOf(system: System): Recorder {
  const pool = system.reserved?.pool ?? system.pool;
  const recorder = recorders.get(pool) ?? new Recorder(system);
  recorders.set(pool, recorder);
  return recorder;
}
