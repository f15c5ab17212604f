import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A client must read at least this many bytes in this time: about one kilobyte per second. */
const READ_WITHIN_S = 15;
const MIN_READ_BYTES = 16 * 1024;
/** How long a body may make no progress. */
const SENT_WITHIN_S = 10;
/**
 * The maximum time for a whole body. Node's `requestTimeout` ends slow headers, but not a body that arrives
 * slowly.
 */
const ALL_SENT_WITHIN_S = 30;
/**
 * A connection that the service has ended is closed after this time, even if the client does not close its
 * side.
 */
const CLOSE_WITHIN_S = 5;
/**
 * The minimum that counts for a slow reader: in addition to what Node counts, streams and sockets hold a
 * file, a compressor and their own buffers.
 */
const MIN_HELD = 256 * 1024;

type Internals = Socket & {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/**
 * One connection. It is checked once a second: whether its client reads the responses, and continues to
 * send.
 */
export class Connection {
  readonly socket: Socket;
  readonly network: string;
  /** The seat of the last request, if it is known. */
  seatId: number | undefined = undefined;
  /** For how many seconds data has been waiting for the client without interruption. */
  behindS = 0;
  #taken = 0;
  #incoming: IncomingMessage | undefined;
  #arrivingS = 0;
  #silentS = 0;
  #endedS = 0;
  #received = 0;

  constructor(socket: Socket, network: string) {
    this.socket = socket;
    this.network = network;
  }

  /** The number of bytes that the service holds because the client does not read them. */
  get held(): number {
    const { destroyed, writableLength } = this.socket;
    return destroyed || writableLength === 0 ? 0 : Math.max(writableLength, MIN_HELD);
  }

  /** Returns true if the client has read too little of the waiting data. */
  checkReading(): boolean {
    if (this.held === 0) {
      this.behindS = 0;
      return false;
    }
    const taken = takenOf(this.socket);
    const isDue = this.behindS % READ_WITHIN_S === 0;
    const isSlow = isDue && this.behindS > 0 && taken - this.#taken < MIN_READ_BYTES;
    if (isDue) this.#taken = taken;
    this.behindS += 1;
    return isSlow;
  }

  /** Returns true if the client does not close a connection that the service has ended. */
  checkLeaving(): boolean {
    this.#endedS = this.socket.writableFinished ? this.#endedS + 1 : 0;
    return this.#endedS > CLOSE_WITHIN_S;
  }

  /** Returns true if a body stalls, or arrives too slowly, although the service would read it. */
  checkSending(): boolean {
    const { bytesRead, parser } = this.socket as Internals;
    const incoming = parser?.incoming;
    if (!incoming || incoming.complete) {
      this.#incoming = undefined;
      return false;
    }
    if (incoming !== this.#incoming) this.#arrivingS = this.#silentS = 0;
    const isAwaited = incoming.readableLength < incoming.readableHighWaterMark;
    if (isAwaited) this.#arrivingS += 1;
    this.#silentS = isAwaited && bytesRead === this.#received ? this.#silentS + 1 : 0;
    this.#incoming = incoming;
    this.#received = bytesRead;
    return this.#silentS >= SENT_WITHIN_S || this.#arrivingS > ALL_SENT_WITHIN_S;
  }
}

/**
 * Returns the bytes that have left the process. A large response is one write, and only the handle shows
 * its progress.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Internals;
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}
