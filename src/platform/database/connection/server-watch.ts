import pg from 'pg';
import type { Logger } from 'pino';

/**
 * All times are counted in ticks, not read from a clock: a process that was busy has not yet read what
 * arrived meanwhile.
 */
const TICK_MS = 250;
/** A silent server may be running a long statement, so after 1.5 s without a byte it is probed. */
const SILENT_TICKS = 6;
/** The server has 3 s to respond to a probe on a new connection. */
const PROBE_TICKS = 12;
/** A backend may respond between two checks, so a connection is closed only after two checks find it idle. */
const MAX_IDLE_CHECKS = 2;

/** The server accepted a connection or a statement and then did not respond. */
export class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('Connection terminated: the database does not respond.');
  }
}

/** The internals of the driver that show whether a connection waits for the server. */
interface Parts {
  readonly _connected: boolean;
  readonly _activeQuery: unknown;
  readonly processID: number | null;
  readonly connection: { readonly stream: { readonly bytesRead?: number; destroy(error: Error): void } };
}

interface Watched {
  bytes: number;
  /** The tick of the last received byte. */
  lastByteTick: number;
  /** How many ticks it has waited without a byte. */
  silentTicks: number;
  /** How many checks found its backend idle. */
  idleCount: number;
}

interface LostBackend {
  readonly pid: number;
  readonly at: number;
}

interface Options {
  readonly config: pg.ClientConfig;
  readonly log?: Pick<Logger, 'warn'> | undefined;
  /** Whether the connections lead to a pooler, whose process IDs are not those of the server. */
  readonly isPooled?: boolean;
}

/**
 * Detects that a server has stopped responding. A frozen server, or one behind a network that drops
 * packets, never reports an error. Its connections are closed, so that waiting calls fail at once, and no
 * call waits for a new connection until one succeeds. Locks and transactions of lost connections are ended
 * as soon as the server responds.
 */
export class ServerWatch {
  readonly #options: Options;
  readonly #clients = new Map<pg.Client, Watched>();
  #lost: LostBackend[] = [];
  #tickNumber = 0;
  #isAway = false;
  #probe: { readonly client: pg.Client; ticks: number; hasBytes: boolean } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Why a new connection would not succeed. Undefined if it may be tried. */
  get problem(): Error | undefined {
    return this.#isAway ? new ServerSilent() : undefined;
  }

  /** Watches a connection from before it is opened until it is closed. */
  add(client: pg.Client): void {
    this.#clients.set(client, { bytes: 0, lastByteTick: this.#tickNumber, silentTicks: 0, idleCount: 0 });
    client.once('end', () => this.#clients.delete(client));
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#probe?.client.connection.stream.destroy();
  }

  #tick(): void {
    const probe = this.#probe;
    this.#tickNumber += 1;
    for (const [client, watched] of this.#clients) {
      const { _connected, _activeQuery, connection } = partsOf(client);
      const bytes = connection.stream.bytesRead ?? 0;
      const hasBytes = bytes !== watched.bytes;
      if (hasBytes) Object.assign(watched, { bytes, lastByteTick: this.#tickNumber });
      if (hasBytes && probe) probe.hasBytes = true;
      if (hasBytes || (_connected && !_activeQuery)) Object.assign(watched, { silentTicks: 0, idleCount: 0 });
      else watched.silentTicks += 1;
    }
    if (!probe) {
      if (this.#isAway || this.#silent().length > 0) void this.#ask();
      return;
    }
    probe.ticks += 1;
    if (probe.ticks === PROBE_TICKS) partsOf(probe.client).connection.stream.destroy(new ServerSilent());
  }

  #silent(): pg.Client[] {
    return [...this.#clients].flatMap(([client, { silentTicks }]) =>
      silentTicks >= SILENT_TICKS ? [client] : [],
    );
  }

  async #ask(): Promise<void> {
    const { config } = this.#options;
    const client = new pg.Client({ ...config, application_name: 'flightline probe' });
    const probe = { client, ticks: 0, hasBytes: false };
    this.#probe = probe;
    client.on('error', () => undefined);
    const waiting = this.#silent();
    try {
      await client.connect();
      const working = await this.#inspect(client, waiting);
      this.#setAway(false);
      this.#closeIdle(waiting, working);
      await client.end();
    } catch (error) {
      client.connection.stream.destroy();
      // A server that refuses the probe is alive, and so is one that responds to other connections.
      if (error instanceof pg.DatabaseError) this.#setAway(false);
      else if (!(error instanceof ServerSilent)) this.#abandon(this.#silent());
      else if (!probe.hasBytes) this.#setAway(true);
    } finally {
      this.#probe = undefined;
    }
  }

  /**
   * Ends the sessions that lost connections left behind. Returns the process IDs of the given connections'
   * backends that are busy.
   */
  async #inspect(client: pg.Client, waiting: readonly pg.Client[]): Promise<ReadonlySet<number>> {
    if (this.#options.isPooled) {
      await client.query('SELECT');
      return new Set();
    }
    const lost = this.#lost;
    const now = performance.now();
    if (lost.length > 0)
      await client.query(TERMINATE, [lost.map(({ pid }) => pid), lost.map(({ at }) => (now - at) / 1000)]);
    this.#lost = this.#lost.filter((backend) => !lost.includes(backend));
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1) AND state = 'active'`,
      [waiting.map((one) => partsOf(one).processID ?? 0)],
    );
    return new Set(rows.map(({ pid }) => pid));
  }

  /**
   * Closes connections that wait for an idle backend: the connection was lost although the server is alive.
   */
  #closeIdle(waiting: readonly pg.Client[], working: ReadonlySet<number>): void {
    for (const client of this.#options.isPooled ? [] : waiting) {
      const watched = this.#clients.get(client);
      const { processID } = partsOf(client);
      if (!watched?.silentTicks || processID === null || working.has(processID)) continue;
      watched.idleCount += 1;
      if (watched.idleCount >= MAX_IDLE_CHECKS) this.#abandon(this.#silentSince(watched.lastByteTick));
    }
  }

  /**
   * Returns all connections without a byte since `tick`, idle ones included: what cut one connection off
   * has also cut off others.
   */
  #silentSince(tick: number): pg.Client[] {
    return [...this.#clients].flatMap(([client, { lastByteTick }]) => (lastByteTick <= tick ? [client] : []));
  }

  #setAway(isAway: boolean): void {
    if (isAway) this.#abandon([...this.#clients.keys()]);
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#options.log?.warn(isAway ? 'the database does not respond' : 'the database responds again');
  }

  #abandon(clients: readonly pg.Client[]): void {
    for (const client of clients) {
      const { processID, connection } = partsOf(client);
      this.#clients.delete(client);
      if (processID !== null) this.#lost.push({ pid: processID, at: performance.now() });
      connection.stream.destroy(new ServerSilent());
    }
  }
}

/** The system reuses process IDs, so only backends that are older than the loss are terminated. */
const TERMINATE = `SELECT pg_terminate_backend(pid)
  FROM unnest($1::int[], $2::float[]) AS lost (pid, seconds) JOIN pg_stat_activity USING (pid)
  WHERE usename = current_user AND application_name LIKE 'flightline%'
    AND backend_start < clock_timestamp() - make_interval(secs => seconds)`;

const partsOf = (client: pg.Client): Parts => client as unknown as Parts;
