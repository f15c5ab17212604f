import type { AddressInfo } from 'node:net';
import { createServer, connect as openSocket, type Socket } from 'node:net';
import pg from 'pg';

/**
 * A pooler in transaction mode, as pgbouncer from 1.21 on is one: each transaction runs in the session that was
 * used longest ago, named statements follow it there, and settings of a session are refused at the start.
 */
export interface Pooler {
  readonly url: string;
  /** Every statement that it was sent. */
  readonly statements: ReadonlySet<string>;
  /** What the sessions keep of the transactions that they ran: locks, settings, channels, temporary tables. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

const CANCEL = 80_877_102;
const TLS = 80_877_103;
/** What pgbouncer takes and tracks for each client. */
const TRACKED = new Set([
  ...['user', 'database', 'application_name', 'client_encoding', 'DateStyle', 'TimeZone'],
  'standard_conforming_strings',
]);

const LEFTOVERS = `
  SELECT 'listens to ' || pg_listening_channels() AS what
  UNION ALL SELECT 'holds the advisory lock ' || objid FROM pg_locks
    WHERE pid = pg_backend_pid() AND locktype = 'advisory'
  UNION ALL SELECT 'has set ' || name || ' to ' || setting FROM pg_settings 
    WHERE source = 'session' AND name NOT LIKE 'transaction_%'
  UNION ALL SELECT 'has the temporary table ' || relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = pg_my_temp_schema()
  UNION ALL SELECT 'has the cursor ' || name FROM pg_cursors WHERE is_holdable
  UNION ALL SELECT 'has prepared ' || name FROM pg_prepared_statements`;

/** A connection to the server. */
class Session {
  readonly #client: pg.Client;
  readonly socket: Socket;
  readonly #driver: ((chunk: Buffer) => void)[];
  user: Caller | undefined;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
    this.#driver = this.socket.listeners('data') as ((chunk: Buffer) => void)[];
    this.#relay();
  }

  /** From here on answers go to the caller, past the driver that logged in. */
  #relay(): void {
    this.socket.removeAllListeners('data');
    const split = splitter(1);
    this.socket.on('data', (chunk: Buffer) => {
      for (const message of split(chunk)) this.user?.answer(message);
    });
  }

  static async open(url: string): Promise<Session> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return new Session(client);
  }

  cancel(): Promise<void> {
    const { processID, secretKey, host, port } = this.#client as unknown as Record<string, number> & {
      host: string;
      port: number;
    };
    const socket = openSocket(port, host);
    socket.end(words(16, CANCEL, processID ?? 0, secretKey ?? 0));
    return new Promise((resolve) => socket.on('close', () => resolve()));
  }

  async leftovers(): Promise<string[]> {
    this.socket.removeAllListeners('data');
    for (const listener of this.#driver) this.socket.on('data', listener);
    const { rows } = await this.#client.query<{ what: string }>(LEFTOVERS);
    this.#relay();
    return rows.map(({ what }) => what);
  }

  end = () => this.#client.end();
}

/** A connection of a client, which has a session for the length of a transaction. */
class Caller {
  readonly #socket: Socket;
  readonly #hub: Hub;
  readonly #named = new Map<string, Buffer>();
  #waiting: Buffer[] = [];
  #session: Session | undefined;
  /** The statement that stands without a name in the session. */
  #current: string | undefined;
  #toSwallow = 0;
  #open = 0;

  constructor(socket: Socket, hub: Hub) {
    this.#socket = socket;
    this.#hub = hub;
  }

  send(message: Buffer): void {
    if (this.#session) this.#forward(message);
    else if (this.#waiting.push(message) === 1) this.#hub.ask(this);
  }

  serve(session: Session): void {
    this.#session = session;
    session.user = this;
    this.#current = undefined;
    for (const message of this.#waiting.splice(0)) this.#forward(message);
  }

  answer(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === '1' && this.#toSwallow > 0) {
      this.#toSwallow -= 1;
      return;
    }
    this.#socket.write(message);
    if (type !== 'Z') return;
    this.#toSwallow = 0;
    this.#open -= 1;
    if (this.#open === 0 && message[5] === 'I'.charCodeAt(0)) this.#giveBack();
  }

  gone(): void {
    this.#hub.forget(this);
    const session = this.#session;
    this.#session = undefined;
    if (session) void this.#hub.replace(session);
  }

  cancel = (): Promise<void> => this.#session?.cancel() ?? Promise.resolve();

  #giveBack(): void {
    const session = this.#session;
    this.#session = undefined;
    if (session) this.#hub.giveBack(session);
  }

  #forward(message: Buffer): void {
    const type = String.fromCharCode(message[0] ?? 0);
    if (type === 'Q' || type === 'S') this.#open += 1;
    if (type === 'Q') this.#hub.statements.add(texts(message, 5)[0] ?? '');
    this.#session?.socket.write(this.#rewritten(type, message));
  }

  /** Names become the unnamed statement, parsed again where another transaction left a different one. */
  #rewritten(type: string, message: Buffer): Buffer {
    if (type === 'P') {
      const [name = '', text = ''] = texts(message, 5);
      this.#hub.statements.add(text);
      const rest = message.subarray(5 + Buffer.byteLength(name) + 1);
      if (name) this.#named.set(name, rest);
      this.#current = name;
      return framed('P', Buffer.from('\0'), rest);
    }
    if (type === 'B') {
      const [portal = '', name = ''] = texts(message, 5);
      const rest = message.subarray(5 + Buffer.byteLength(portal) + 1 + Buffer.byteLength(name) + 1);
      const bind = framed('B', Buffer.from(`${portal}\0\0`), rest);
      const statement = this.#named.get(name);
      if (!statement || this.#current === name) return bind;
      this.#current = name;
      this.#toSwallow += 1;
      return Buffer.concat([framed('P', Buffer.from('\0'), statement), bind]);
    }
    return message;
  }
}

class Hub {
  readonly statements = new Set<string>();
  readonly sessions: Session[];
  readonly #url: string;
  #free: Session[];
  #queue: Caller[] = [];

  constructor(url: string, sessions: Session[]) {
    this.#url = url;
    this.sessions = sessions;
    this.#free = [...sessions];
  }

  ask(caller: Caller): void {
    const session = this.#free.shift();
    if (session) caller.serve(session);
    else this.#queue.push(caller);
  }

  giveBack(session: Session): void {
    session.user = undefined;
    const next = this.#queue.shift();
    if (next) next.serve(session);
    else this.#free.push(session);
  }

  /** A client that disconnects within a transaction leaves a session that cannot be reused. */
  async replace(session: Session): Promise<void> {
    this.sessions.splice(this.sessions.indexOf(session), 1);
    session.user = undefined;
    session.socket.destroy();
    const fresh = await Session.open(this.#url);
    this.sessions.push(fresh);
    this.giveBack(fresh);
  }

  forget(caller: Caller): void {
    this.#queue = this.#queue.filter((other) => other !== caller);
  }
}

/** Starts one before the database at `url`. */
export async function startPooler(url: string, { sessions = 4 } = {}): Promise<Pooler> {
  const hub = new Hub(url, await Promise.all(Array.from({ length: sessions }, () => Session.open(url))));
  const callers = new Map<number, Caller>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const caller = new Caller(socket, hub);
    const key = sockets.size + callers.size * 1000;
    callers.set(key, caller);
    let split = splitter(0);
    let isOpen = false;
    const first = (packet: Buffer) => {
      const code = packet.readInt32BE(4);
      if (code === TLS) return socket.write('N');
      if (code === CANCEL)
        return void Promise.resolve(callers.get(packet.readInt32BE(8))?.cancel()).then(() => socket.end());
      const refused = texts(packet, 8).find((name, index) => index % 2 === 0 && name && !TRACKED.has(name));
      if (refused)
        return socket.end(
          framed('E', Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${refused}\0\0`)),
        );
      isOpen = true;
      split = splitter(1);
      return socket.write(
        Buffer.concat([framed('R', words(0)), framed('K', words(key, 0)), framed('Z', Buffer.from('I'))]),
      );
    };
    socket.on('data', (chunk: Buffer) => {
      for (const message of split(chunk))
        if (!isOpen) first(message);
        else if (message[0] === 'X'.charCodeAt(0)) socket.end();
        else caller.send(message);
    });
    socket.on('error', () => undefined).on('close', () => caller.gone());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    statements: hub.statements,
    leftovers: async () => (await Promise.all(hub.sessions.map((session) => session.leftovers()))).flat(),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(hub.sessions.map((session) => session.end()));
    },
  };
}

const words = (...numbers: number[]): Buffer => {
  const buffer = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) buffer.writeInt32BE(number, index * 4);
  return buffer;
};

const framed = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), words(body.length + 4), body]);
};

/** The texts from there on, each of which a zero ends. */
const texts = (message: Buffer, from: number): string[] => message.toString('utf8', from).split('\0');

/** Makes whole messages of chunks; `typed` of them begin with a byte that says what they are. */
function splitter(typed: 0 | 1): (chunk: Buffer) => Buffer[] {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    for (;;) {
      const length = rest.length >= typed + 4 ? rest.readInt32BE(typed) + typed : Number.POSITIVE_INFINITY;
      if (rest.length < length) return whole;
      whole.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
