import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A client must read at least this much in this time: one kilobyte a second. */
const READ_WITHIN_S = 15;
const READ_AT_LEAST = 16 * 1024;
/** A body that has begun may stop for this long. */
const SENT_WITHIN_S = 10;
/** A whole body may take this long. Node's `requestTimeout` ends slow heads, but not a body that trickles in. */
const ALL_SENT_WITHIN_S = 30;
/** A connection that the service has ended is closed after this long, whether or not the client closes its side. */
const LEAVES_WITHIN_S = 5;
/** Streams and sockets hold more for a slow reader than what Node counts: file, compressor, buffers of their own. */
const LEAST_HELD = 256 * 1024;

type Internals = Socket & {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
};

/** One connection, looked at once a second: whether its client reads what was asked for, and sends what was begun. */
export class Connection {
  readonly socket: Socket;
  readonly network: string;
  /** Of whoever asked last, if that is known. */
  seatId: number | undefined = undefined;
  /** Seconds since something began to wait for the client without a break. */
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

  /** Bytes that the service keeps because the client does not take them. */
  get held(): number {
    const { destroyed, writableLength } = this.socket;
    return destroyed || writableLength === 0 ? 0 : Math.max(writableLength, LEAST_HELD);
  }

  /** True when too little was taken of what waits. */
  checkReading(): boolean {
    if (this.held === 0) {
      this.behindS = 0;
      return false;
    }
    const taken = takenOf(this.socket);
    const isDue = this.behindS % READ_WITHIN_S === 0;
    const isSlow = isDue && this.behindS > 0 && taken - this.#taken < READ_AT_LEAST;
    if (isDue) this.#taken = taken;
    this.behindS += 1;
    return isSlow;
  }

  /** True when the client does not leave although nothing more will come. */
  checkLeaving(): boolean {
    this.#endedS = this.socket.writableFinished ? this.#endedS + 1 : 0;
    return this.#endedS > LEAVES_WITHIN_S;
  }

  /** True when a body that has begun does not go on, or not fast enough, although the service would read it. */
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

/** Bytes that have left the process; an answer of megabytes is one write, within which only the handle sees progress. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Internals;
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}
