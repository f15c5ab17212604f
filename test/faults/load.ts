import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { anEvent } from '../support/traffic/intake.ts';

const BATCH = 50;
const RETRY_MS = 100;
const WAIT_TIMEOUT_MS = 15_000;
const FINAL = new Set(['400', '401', '404', '413']);

/** A partner who sends events at a pace and repeats each array under its Idempotency-Key until it is taken. */
export class Load {
  readonly #target: { url: () => string; token: string };
  readonly #acknowledged: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #run = randomUUID();
  /** How often each status came, and `none` for a connection that broke. */
  readonly statuses = new Map<string, number>();
  /** When the last answer of 200 came, in milliseconds since the epoch. */
  lastSuccess = 0;
  longestMs = 0;
  #sending = false;
  #batches = 0;

  constructor(target: { url: () => string; token: string }) {
    this.#target = target;
  }

  /** What was acknowledged so far. */
  get acknowledged(): readonly string[] {
    return [...this.#acknowledged];
  }

  async send(eventsPerSecond: number): Promise<void> {
    this.#sending = true;
    const began = Date.now();
    for (let due = 0; this.#sending; ) {
      due = Math.floor(((Date.now() - began) / 1000) * (eventsPerSecond / BATCH));
      while (this.#batches < due && this.#pending.size < 400) this.#begin();
      await sleep(5);
    }
  }

  #begin(): void {
    this.#batches += 1;
    const label = `${this.#run}-${this.#batches}`;
    const one = this.#deliver(label).finally(() => this.#pending.delete(one));
    this.#pending.add(one);
  }

  async #deliver(label: string): Promise<void> {
    const events = Array.from({ length: BATCH }, (_, n) =>
      anEvent({ custom_data: { ea: `${label}-${n}`, el: label } }),
    );
    const body = JSON.stringify(events);
    for (;;) {
      const status = await this.#post(body, label);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      if (status === '200') break;
      // To repeat what is refused for good would take for ever; the row shows the status.
      if (FINAL.has(status)) return;
      await sleep(RETRY_MS);
    }
    this.lastSuccess = Date.now();
    this.#acknowledged.push(label);
  }

  async #post(body: string, key: string): Promise<string> {
    const began = Date.now();
    try {
      const { url, token } = this.#target;
      const response = await fetch(url(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body,
        signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (response.status === 503 && !response.headers.get('retry-after')) return '503 without Retry-After';
      return String(response.status);
    } catch {
      return 'none';
    } finally {
      this.longestMs = Math.max(this.longestMs, Date.now() - began);
    }
  }

  /** Sends no more, and waits until all that was begun is acknowledged. */
  async finish(): Promise<void> {
    this.#sending = false;
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** What the database has of what was acknowledged. */
  async verify(
    url: string,
    acknowledged: readonly string[] = this.#acknowledged,
  ): Promise<{ acknowledged: number; lost: number; stored: number; distinct: number }> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ el: string; stored: number; distinct: number }>(
      `SELECT el, count(*)::int AS stored, count(DISTINCT ea)::int AS distinct FROM event
       WHERE el LIKE $1 GROUP BY el`,
      [`${this.#run}-%`],
    );
    await client.end();
    const found = new Map(rows.map((row) => [row.el, row]));
    const lost = acknowledged.reduce((sum, label) => sum + BATCH - (found.get(label)?.distinct ?? 0), 0);
    return {
      acknowledged: acknowledged.length * BATCH,
      lost,
      stored: rows.reduce((sum, { stored }) => sum + stored, 0),
      distinct: rows.reduce((sum, row) => sum + row.distinct, 0),
    };
  }
}
