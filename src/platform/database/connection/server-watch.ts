import pg from 'pg';
import type { Logger } from 'pino';

/** All times are counted in ticks: a process that was busy itself has not looked, and has not read what arrived. */
const TICK_MS = 250;
/** Statements may take long. After 1.5 s without a byte the server is asked whether it is still there. */
const SILENT_TICKS = 6;
/** It has 3 s to answer on a new connection. */
const PROBE_TICKS = 12;
/** A backend may answer between the two looks, so that one look does not condemn its connection. */
const IDLE_LOOKS = 2;

/** The server took a connection or a statement, and then said nothing. */
export class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('Connection terminated: the database does not respond.');
  }
}

/** The internals of the driver that say whether a connection waits for the server. */
interface Parts {
  readonly _connected: boolean;
  readonly _activeQuery: unknown;
  readonly processID: number | null;
  readonly connection: { readonly stream: { readonly bytesRead?: number; destroy(error: Error): void } };
}

interface Watched {
  bytes: number;
  /** The tick at which the last byte had arrived. */
  heardAt: number;
  /** For how long it has waited without a byte. */
  silentTicks: number;
  /** How often its backend was found to have nothing to do. */
  idleLooks: number;
}

interface LostBackend {
  readonly pid: number;
  readonly at: number;
}

interface Options {
  readonly config: pg.ClientConfig;
  readonly log?: Pick<Logger, 'warn'> | undefined;
  /** The process IDs of a pooler's connections are its own. */
  readonly isPooled?: boolean;
}

/**
 * Finds out that a server has fallen silent: one that is frozen, or behind a network that swallows packets, never reports
 * an error. Its connections are then closed, so that whoever waits learns of it at once, and until a new one is answered
 * nobody waits for another. Locks and transactions of lost connections are ended as soon as the server can be told.
 */
export class ServerWatch {
  readonly #options: Options;
  readonly #clients = new Map<pg.Client, Watched>();
  #lost: LostBackend[] = [];
  #tickNumber = 0;
  #isAway = false;
  #probe: { readonly client: pg.Client; ticks: number; hasHeard: boolean } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Why a new connection would wait in vain; undefined if it may be tried. */
  get problem(): Error | undefined {
    return this.#isAway ? new ServerSilent() : undefined;
  }

  /** Watches a connection from before it is opened until it is closed. */
  add(client: pg.Client): void {
    this.#clients.set(client, { bytes: 0, heardAt: this.#tickNumber, silentTicks: 0, idleLooks: 0 });
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
      const hasHeard = bytes !== watched.bytes;
      if (hasHeard) Object.assign(watched, { bytes, heardAt: this.#tickNumber });
      if (hasHeard && probe) probe.hasHeard = true;
      if (hasHeard || (_connected && !_activeQuery)) Object.assign(watched, { silentTicks: 0, idleLooks: 0 });
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
    const probe = { client, ticks: 0, hasHeard: false };
    this.#probe = probe;
    client.on('error', () => undefined);
    const waiting = this.#silent();
    try {
      await client.connect();
      const working = await this.#look(client, waiting);
      this.#setAway(false);
      this.#judge(waiting, working);
      await client.end();
    } catch (error) {
      client.connection.stream.destroy();
      // A server that refuses is there, and so is one that answers others.
      if (error instanceof pg.DatabaseError) this.#setAway(false);
      else if (!(error instanceof ServerSilent)) this.#abandon(this.#silent());
      else if (!probe.hasHeard) this.#setAway(true);
    } finally {
      this.#probe = undefined;
    }
  }

  /** Ends what lost connections left behind, and answers which of these have a backend that works for them. */
  async #look(client: pg.Client, waiting: readonly pg.Client[]): Promise<ReadonlySet<number>> {
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

  /** A connection that waits for a backend with nothing to do was lost, though the server is there. */
  #judge(waiting: readonly pg.Client[], working: ReadonlySet<number>): void {
    for (const client of this.#options.isPooled ? [] : waiting) {
      const watched = this.#clients.get(client);
      const { processID } = partsOf(client);
      if (!watched?.silentTicks || processID === null || working.has(processID)) continue;
      watched.idleLooks += 1;
      if (watched.idleLooks >= IDLE_LOOKS) this.#abandon(this.#unheardSince(watched.heardAt));
    }
  }

  /** What cut one connection off has cut off others, which nobody is using. */
  #unheardSince(tick: number): pg.Client[] {
    return [...this.#clients].flatMap(([client, { heardAt }]) => (heardAt <= tick ? [client] : []));
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

/** A process ID is used again: only backends that are older than the loss. */
const TERMINATE = `SELECT pg_terminate_backend(pid)
  FROM unnest($1::int[], $2::float[]) AS lost (pid, seconds) JOIN pg_stat_activity USING (pid)
  WHERE usename = current_user AND application_name LIKE 'flightline%'
    AND backend_start < clock_timestamp() - make_interval(secs => seconds)`;

const partsOf = (client: pg.Client): Parts => client as unknown as Parts;
