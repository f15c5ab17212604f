import type pg from 'pg';
import type { Logger } from 'pino';
import { causeOf } from '../../log/cause.ts';
import { shared } from '../../metrics/shared.ts';
import { SettingError } from '../../settings/setting-error.ts';
import { isCanceled, isConflict, isUnavailable, isUndefinedTable } from '../errors.ts';
import { openPool } from './client.ts';
import { CURRENT_POSITION, parsePosition } from './position.ts';
import { ReplicaLag } from './replica-lag.ts';

/** How long a read waits for the replica before the primary serves it. */
const WAIT_TIMEOUT_MS = 500;
/** The maximum number of waiting reads. Further reads go to the primary at once. */
const MAX_WAITING = 1_000;
const POLL_MS = 5;
const BEAT_MS = 1_000;
const MAX_LAG_MS = 10_000;

const NEW = 'The replica has not been checked yet.';
const AWAY = 'The replica does not answer.';
const BEHIND = 'The replica is too far behind.';
const OTHER = 'is a replica of a different database than that of DATABASE_URL.';
const PRIMARY = 'The replica is not a standby.';

const REPLAYED = `SELECT pg_is_in_recovery() AS "isStandby",
  coalesce(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 AS "replayedAgeS",
  coalesce(pg_last_wal_replay_lsn(), '0/0')::text AS replayed, (SELECT id FROM installation) AS id`;

interface Answered {
  readonly isStandby: boolean;
  /** The time since the commit of the last replayed transaction. Also grows while nothing is written. */
  readonly replayedAgeS: number;
  readonly replayed: string;
  readonly id: string | null;
}

/** A call that waits for a position. `settle` receives whether the replica has reached it. */
interface Waiting {
  readonly position: bigint;
  readonly settle: (isThere: boolean) => void;
}

interface Options {
  readonly url: string;
  readonly primary: pg.Pool;
  /** The ID of the database (`installation`). The replica must have the same one. */
  readonly id: string;
  readonly connections: number;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** The maximum lag. A replica that is further behind the primary is not used. */
  readonly maxLagMs?: number;
}

/** A standby that serves reads once it has replayed the writes of their callers. */
export class Replica {
  readonly #options: Options;
  /** One connection that polls the replica's position for all waiting calls. */
  readonly #watcher: pg.Pool;
  #pool: pg.Pool;
  #problem: string | undefined = NEW;
  readonly #lag = new ReplicaLag();
  #error: unknown;
  readonly #waiting = new Set<Waiting>();
  readonly #reading = new Set<(error: Error) => void>();
  #isPolling = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * Throws SettingError if the replica is a copy of another database. One that is unavailable is tried
   * again every second.
   */
  static async open(options: Options): Promise<Replica> {
    const replica = new Replica(options);
    await replica.#sample();
    await replica.#beat();
    if (replica.#problem === OTHER) {
      await replica.close();
      throw new SettingError('FLIGHTLINE_DATABASE_REPLICA_URL', OTHER);
    }
    return replica;
  }

  private constructor(options: Options) {
    this.#options = options;
    this.#pool = this.#connect(options.connections);
    this.#watcher = this.#connect(1, { query_timeout: BEAT_MS, application_name: 'flightline replica' });
  }

  /** Why reads go to the primary, in a sentence. Undefined while the replica is used. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** How long the replica has lacked something that the primary has, as far as is known. */
  get lagMs(): number {
    return this.#problem === BEHIND ? this.#lag.longestMs : this.#lag.watchedMs;
  }

  /** For operators: the problem, the lag, and the error of the connection. */
  get explanation(): string {
    const behind =
      this.lagMs > 0
        ? ` It lacks what the primary has written in the last ${Math.round(this.lagMs / 1000)} s.`
        : '';
    const cause = this.#error === undefined ? '' : ` ${causeOf(this.#error)}.`;
    return `${this.#problem ?? ''}${behind}${cause}`;
  }

  /**
   * Returns the primary's current position. A caller sends it with a read, to see its own writes. An
   * invalid position counts as older than all others.
   */
  readonly position: () => Promise<string> = shared(async () => {
    const { rows } = await this.#options.primary.query<{ position: string }>(CURRENT_POSITION);
    return rows[0]?.position ?? '';
  });

  /** Waits until the replica has everything that the primary has now, but no longer than a read waits. */
  async catchUp(): Promise<void> {
    if (this.#problem === undefined) await this.#has(await this.position().catch(() => ''));
  }

  /**
   * Reads from the replica once it has replayed `position`. Returns undefined if the primary must serve the
   * read: the replica is unavailable or too far behind, or has cancelled the statement.
   */
  async read<T>(
    position: string | undefined,
    read: (pool: pg.Pool) => Promise<T>,
  ): Promise<{ answer: T } | undefined> {
    if (!(await this.#has(position))) return undefined;
    let abandon: (error: Error) => void = () => undefined;
    try {
      const answer = await new Promise<T>((resolve, reject) => {
        abandon = reject;
        this.#reading.add(abandon);
        read(this.#pool).then(resolve, reject);
      });
      return { answer };
    } catch (error) {
      // A statement that timed out here would take just as long on the primary.
      if (error instanceof Lost || isConflict(error) || (isUnavailable(error) && !isCanceled(error)))
        return undefined;
      throw error;
    } finally {
      this.#reading.delete(abandon);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#settleAll();
    await Promise.all([this.#pool.end(), this.#watcher.end()]);
  }

  #connect(max: number, settings: pg.PoolConfig = {}): pg.Pool {
    return openPool(this.#options.url, { max, connectionTimeoutMillis: BEAT_MS, ...settings });
  }

  /** Returns whether the replica has the position. Holds no connection while it waits. */
  #has(text: string | undefined): boolean | Promise<boolean> {
    if (this.#problem !== undefined) return false;
    const position = text === undefined ? 0n : parsePosition(text);
    if (position === undefined) return false;
    if (this.#lag.hasReplayed(position)) return true;
    if (this.#waiting.size >= MAX_WAITING) return false;
    return new Promise((resolve) => {
      const settle = (isThere: boolean) => {
        clearTimeout(late);
        this.#waiting.delete(waiting);
        resolve(isThere);
      };
      const late = setTimeout(settle, WAIT_TIMEOUT_MS, false);
      const waiting = { position, settle };
      this.#waiting.add(waiting);
      void this.#poll();
    });
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while (this.#waiting.size > 0) {
      await this.#look();
      if (this.#waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    this.#isPolling = false;
  }

  async #beat(): Promise<void> {
    void this.#sample();
    await this.#look();
    if (!this.#closed) this.#timer = setTimeout(() => void this.#beat(), BEAT_MS).unref();
  }

  /** If the primary does not respond, nothing is known about the lag of its replica. */
  async #sample(): Promise<void> {
    const position = parsePosition(await this.position().catch(() => ''));
    if (position !== undefined) this.#lag.notePrimary(position);
  }

  readonly #look = shared(async (): Promise<void> => {
    try {
      const { rows } = await this.#watcher.query<Answered>(REPLAYED);
      const [{ isStandby, replayedAgeS, replayed, id }] = rows as [Answered];
      this.#error = undefined;
      this.#lag.noteReplica(parsePosition(replayed) ?? 0n, isStandby ? Math.max(replayedAgeS, 0) * 1000 : 0);
      // A standby may not have replayed the ID yet.
      if (id !== this.#options.id && !(isStandby && id === null)) this.#setProblem(OTHER);
      else if (!isStandby) this.#setProblem(PRIMARY);
      else if (id === null) this.#setProblem(BEHIND);
      else this.#setProblem(this.#lag.isWithin(this.#options.maxLagMs ?? MAX_LAG_MS) ? undefined : BEHIND);
    } catch (error) {
      this.#error = error;
      this.#setProblem(isUndefinedTable(error) ? BEHIND : AWAY, error);
    }
    for (const { position, settle } of this.#waiting) if (this.#lag.hasReplayed(position)) settle(true);
  });

  #setProblem(problem: string | undefined, err?: unknown): void {
    if (this.#closed || problem === this.#problem) return;
    const { log, connections } = this.#options;
    this.#problem = problem;
    if (problem === undefined) {
      log.info('the replica answers reads');
      return;
    }
    log.warn({ reason: problem, err }, 'the primary answers the reads of the replica');
    this.#settleAll();
    if (problem !== AWAY) return;
    // A frozen server reports no error, so the waiting reads are moved to the primary here.
    for (const abandon of this.#reading) abandon(new Lost(AWAY));
    void this.#pool.end();
    this.#pool = this.#connect(connections);
  }

  #settleAll(): void {
    for (const { settle } of this.#waiting) settle(false);
  }
}

class Lost extends Error {}
