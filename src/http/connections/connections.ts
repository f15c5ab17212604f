import { isIPv6, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { UnavailableError } from '../../domain/errors.ts';
import { callerIfKnown } from '../caller.ts';
import { closedConnections, openConnections, waitingBytes } from '../requests/metrics.ts';
import { Connection } from './slow-connections.ts';

const EVERY_MS = 1_000;
const MIB = 1024 * 1024;
/** The limit for all clients that do not read their responses. */
const MAX_HELD = 64 * MIB;
/** The limit for the clients of one seat. A single response that exceeds it is allowed. */
const MAX_HELD_OF_SEAT = MAX_HELD / 4;
/** A smaller response is sent without a check. */
const SMALL_ANSWER = 64 * 1024;
/** A client that has been behind for less time may be about to read. */
const GRACE_S = 2;
/** While the service stops, how long requests that were already sent may take to arrive. */
const STOP_GRACE_MS = 200;

/**
 * Limits all connections: their number, in total and per network, how slowly clients may read and send, and
 * the memory for responses that are not read.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #networks = new Map<string, number>();
  readonly #max: number;

  constructor({ max }: { max: number }) {
    this.#max = max;
  }

  watch(app: FastifyInstance): void {
    const { server } = app;
    let timer: NodeJS.Timeout | undefined;
    server.on('connection', (socket: Socket) => this.#admit(socket));
    server.on('listening', () => {
      timer ??= setInterval(() => this.#check(server), EVERY_MS).unref();
    });
    server.on('close', () => clearInterval(timer));
    app.addHook('preClose', (done) => {
      this.#closeSilent(app);
      done();
    });
    app.addHook('onSend', (request, _reply, payload, done) => {
      try {
        this.checkRoom(bytesOf(payload), request.raw.socket, callerIfKnown(request)?.seatId);
      } catch (error) {
        return done(error as Error);
      }
      done(null, payload);
    });
  }

  /**
   * Throws UnavailableError if there is no memory to hold a response of this size until its client reads
   * it.
   */
  checkRoom(bytes: number, socket: Socket, seatId: number | undefined): void {
    const connection = this.#open.get(socket);
    if (connection) connection.seatId = seatId;
    if (bytes < SMALL_ANSWER) return;
    if (!this.#hasRoom(bytes, seatId))
      throw new UnavailableError('Too much of what the service has sent is still unread.');
  }

  /** One walk without copies where there is room, because a thousand streams may be opened at once. */
  #hasRoom(bytes: number, seatId: number | undefined): boolean {
    let [held, heldOfSeat] = [0, 0];
    for (const one of this.#open.values()) {
      held += one.held;
      if (seatId !== undefined && one.seatId === seatId) heldOfSeat += one.held;
    }
    const isFull = (limit: number, used: number) => used > Math.max(limit - bytes, 0);
    if (!isFull(MAX_HELD, held) && !isFull(MAX_HELD_OF_SEAT, heldOfSeat)) return true;
    const all = [...this.#open.values()];
    const ofSeat = seatId === undefined ? [] : all.filter((one) => one.seatId === seatId);
    return this.#makeRoom(bytes, ofSeat, MAX_HELD_OF_SEAT) && this.#makeRoom(bytes, all, MAX_HELD);
  }

  #admit(socket: Socket): void {
    // A connection whose upgrade was ignored is added again.
    if (this.#open.has(socket)) return;
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (this.#networks.get(network) ?? 0) + 1;
    if (count > this.#max / 2 || (this.#open.size >= this.#max && !this.#displace(count))) {
      closedConnections.inc({ reason: 'limit' });
      socket.destroy();
      return;
    }
    this.#open.set(socket, new Connection(socket, network));
    this.#networks.set(network, count);
    openConnections.inc();
    socket.once('close', () => this.#forget(socket, network));
  }

  #forget(socket: Socket, network: string): void {
    if (!this.#open.delete(socket)) return;
    openConnections.dec();
    const left = (this.#networks.get(network) ?? 1) - 1;
    if (left > 0) this.#networks.set(network, left);
    else this.#networks.delete(network);
  }

  /**
   * If all connections are in use, closes the oldest one of the network with the most, in favour of a
   * network with fewer.
   */
  #displace(count: number): boolean {
    const [[largest, most] = ['', 0]] = [...this.#networks].sort(([, a], [, b]) => b - a);
    if (most <= count) return false;
    const oldest = [...this.#open.values()].find(({ network }) => network === largest);
    if (!oldest) return false;
    this.#close(oldest, 'limit');
    this.#forget(oldest.socket, largest);
    return true;
  }

  #check(server: FastifyInstance['server']): void {
    for (const connection of this.#open.values()) {
      if (connection.checkReading()) this.#close(connection, 'unread');
      else if (connection.checkLeaving()) connection.socket.destroy();
      else if (connection.checkSending()) {
        closedConnections.inc({ reason: 'silent' });
        const code = 'ERR_HTTP_REQUEST_TIMEOUT';
        server.emit('clientError', Object.assign(new Error(code), { code }), connection.socket);
      }
    }
    const all = [...this.#open.values()].filter(({ held }) => held > 0);
    for (const seatId of new Set(all.map((one) => one.seatId)))
      if (seatId !== undefined)
        this.#makeRoom(
          0,
          all.filter((one) => one.seatId === seatId),
          MAX_HELD_OF_SEAT,
        );
    this.#makeRoom(0, all, MAX_HELD);
    waitingBytes.set(heldBy(all));
  }

  /**
   * Closes the connections that have held the most memory for the longest time, until `bytes` more fit.
   * Returns false if that is not enough.
   */
  #makeRoom(bytes: number, of: readonly Connection[], limit: number): boolean {
    let surplus = heldBy(of) - Math.max(limit - bytes, 0);
    if (surplus <= 0) return true;
    const behind = of
      .filter(({ held, behindS }) => held > 0 && behindS >= GRACE_S)
      .sort((a, b) => weight(b) - weight(a));
    if (heldBy(behind) < surplus) return false;
    for (const one of behind) {
      if (surplus <= 0) break;
      surplus -= one.held;
      this.#close(one, 'memory');
    }
    return true;
  }

  #close({ socket }: Connection, reason: 'limit' | 'memory' | 'unread'): void {
    closedConnections.inc({ reason });
    socket.destroy();
  }

  /**
   * Closes connections on which nothing was ever sent. Browsers and pools open them in advance, and Node
   * treats them as busy, so the stop would wait for them.
   */
  #closeSilent({ server }: FastifyInstance): void {
    const timer = setInterval(() => {
      for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy();
    }, STOP_GRACE_MS);
    server.once('close', () => clearInterval(timer));
  }
}

const heldBy = (connections: readonly Connection[]): number =>
  connections.reduce((bytes, { held }) => bytes + held, 0);

const weight = ({ held, behindS }: Connection): number => held * behindS;

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  // A stream holds little memory, but up to this much if it is not read.
  return payload === null || payload === undefined ? 0 : SMALL_ANSWER;
}

/** Groups IPv6 addresses by /64, because the owner of one address has 2^64 of them. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [start = '', end] = address.split('::');
  const groups = start.split(':');
  const missing = end === undefined ? 0 : 8 - groups.length - (end === '' ? 0 : end.split(':').length);
  return [...groups, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':');
}
