import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** What is known about a call after its response. */
export interface AnsweredCall {
  readonly status: number;
  readonly ms: number;
  readonly client?: string | undefined;
  readonly seat?: number | undefined;
  /** Points of a GraphQL operation. */
  readonly cost?: number | undefined;
}

interface Used {
  requests: number;
  errors: number;
  refused: number;
  points: number;
  weight: number;
}

const EVERY_MS = 10_000;
const LIFE_S = 3_600;
/** The maximum number of clients per process and interval. The rest is counted as one. */
const MAX_CLIENTS = 200;
const OTHERS = '(others)';
/** How long after a call a seat counts as being served. */
const SERVED_MS = 2_000;
/** The minimum duration of a call, and the maximum that a call counts for when it mostly waits. */
const [BASE_MS, MAX_MS] = [0.2, 1_000];

/**
 * Counts the calls of each client in this process, and stores the sums every ten seconds. The CPU time of
 * the process is divided among the calls that ended in that time, in proportion to their duration: an
 * estimate that does not slow down the calls.
 */
export class Usage {
  readonly #id = randomUUID();
  readonly #pool: Pool;
  readonly #used = new Map<string, Used>();
  /** The seat of the last call, when that was, and when it last changed. */
  #seat: number | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;
  #cpu = process.cpuUsage();
  #timer: NodeJS.Timeout | undefined;
  #current: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Whether callers of several seats were served recently, or are being served: those of `busy` have statements that
   * run or wait, perhaps for longer than any other call takes.
   */
  servesSeveralSeats(busy: Iterable<number | undefined> = []): boolean {
    const now = performance.now();
    if (now - this.#changedAt < SERVED_MS) return true;
    let seat = now - this.#answeredAt < SERVED_MS ? this.#seat : undefined;
    for (const other of busy) {
      if (other === undefined) continue;
      if (seat !== undefined && other !== seat) return true;
      seat = other;
    }
    return false;
  }

  count({ status, ms, client = '', seat = 0, cost = 0 }: AnsweredCall): void {
    // Health probes have no seat.
    if (seat !== 0) {
      this.#answeredAt = performance.now();
      if (seat !== this.#seat) this.#changedAt = this.#answeredAt;
      this.#seat = seat;
    }
    const key = `${client} ${seat}`;
    let used = this.#used.get(key);
    if (!used) {
      used = { requests: 0, errors: 0, refused: 0, points: 0, weight: 0 };
      this.#used.set(key, used);
    }
    used.requests += 1;
    if (status >= 500) used.errors += 1;
    else if (status >= 400) used.refused += 1;
    used.points += cost;
    used.weight += BASE_MS + Math.min(ms, MAX_MS);
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#current = this.store().catch(() => undefined);
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#current;
  }

  async store(): Promise<void> {
    const { user, system } = process.cpuUsage(this.#cpu);
    this.#cpu = process.cpuUsage();
    const all = [...this.#used].map(([key, used]) => ({ ...clientOf(key), ...used }));
    this.#used.clear();
    if (all.length === 0) return;
    const weight = all.reduce((sum, one) => sum + one.weight, 0);
    const cpuMs = (user + system) / 1_000;
    const rows = bounded(all).map((one) => ({
      ...one,
      points: Math.round(one.points),
      cpuMs: Math.round((cpuMs * one.weight) / weight),
    }));
    await this.#pool.query(
      `WITH old AS (DELETE FROM client_usage WHERE at < now() - make_interval(secs => $3))
       INSERT INTO client_usage (process_id, at, client_id, seat_id, requests, errors, refused, points, cpu_ms)
       SELECT $1, now(), client, seat, requests, errors, refused, points, "cpuMs"
       FROM jsonb_to_recordset($2::jsonb) AS r
         (client text, seat int, requests int, errors int, refused int, points int, "cpuMs" int)
       ON CONFLICT DO NOTHING`,
      [this.#id, JSON.stringify(rows), LIFE_S],
    );
  }
}

type ClientUse = Used & { readonly client: string; readonly seat: number };

function clientOf(key: string): { client: string; seat: number } {
  const [client = '', seat = '0'] = key.split(' ');
  return { client, seat: Number(seat) };
}

function bounded(all: readonly ClientUse[]): ClientUse[] {
  if (all.length <= MAX_CLIENTS) return [...all];
  const sorted = all.toSorted((a, b) => b.weight - a.weight);
  const others: ClientUse = {
    client: OTHERS,
    seat: 0,
    requests: 0,
    errors: 0,
    refused: 0,
    points: 0,
    weight: 0,
  };
  for (const one of sorted.slice(MAX_CLIENTS)) for (const name of COUNTED) others[name] += one[name];
  return [...sorted.slice(0, MAX_CLIENTS), others];
}

const COUNTED = ['requests', 'errors', 'refused', 'points', 'weight'] as const;

export const TOP_ORDERS = ['cpu', 'points', 'errors', 'refused', 'requests'] as const;
export type TopOrder = (typeof TOP_ORDERS)[number];

const COLUMNS: Readonly<Record<TopOrder, string>> = {
  cpu: '"cpuMs"',
  points: 'points',
  errors: 'errors',
  refused: 'refused',
  requests: 'requests',
};
const SUMS = `sum(requests)::int AS requests, sum(errors)::int AS errors, sum(refused)::int AS refused,
  sum(points)::float8 AS points, sum(cpu_ms)::float8 AS "cpuMs"`;
const RECENT = `FROM client_usage u WHERE u.at > now() - make_interval(mins => $1)`;

/** For operators: returns the clients and seats with the most use in the last minutes, of all processes. */
export async function topUsage(options: {
  readonly system: { readonly pool: Pool };
  readonly minutes: number;
  readonly by: TopOrder;
  readonly limit: number;
}) {
  const { system, minutes, by, limit } = options;
  const order = `ORDER BY ${COLUMNS[by]} DESC, requests DESC, 1 LIMIT $2`;
  const [clients, seats] = await Promise.all([
    system.pool.query(
      `SELECT client_id AS client, seat_id AS seat, ${SUMS} ${RECENT} GROUP BY client_id, seat_id ${order}`,
      [minutes, limit],
    ),
    system.pool.query(
      `SELECT seat_id AS seat, (SELECT name FROM seat WHERE id = seat_id) AS name, ${SUMS} ${RECENT}
       GROUP BY seat_id ${order}`,
      [minutes, limit],
    ),
  ]);
  return { minutes, clients: clients.rows, seats: seats.rows };
}
