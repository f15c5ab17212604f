import { CloseCode } from 'graphql-ws';
import { WebSocket } from 'ws';
import { isReadAtOnce, readInTurn } from '../../../domain/access/large-bodies.ts';
import { markNumbers, reviveNumbers } from '../../../http/exact-json.ts';
import { isRecord } from '../../../resources/define/input.ts';

/** Enough for a token and a seat. */
export const MAX_UNACKNOWLEDGED_BYTES = 4096;
/** The time for the close code to arrive before the connection is terminated. */
const CLOSING_MS = 200;
const REPEATED_ID = 'An operation with this ID is running';
const TRY_AGAIN_LATER = 1013;

/**
 * A WebSocket that accepts only one message, `connection_init`, until it is acknowledged, and then messages within the
 * limits of JSON bodies. Numbers that a double cannot represent are marked before graphql-ws parses a message.
 */
export class BoundedSocket extends WebSocket {
  isAcknowledged = false;
  /** The seat of its caller, once it is known. */
  seatId: number | undefined;
  /** The size of the message that is being taken. */
  messageBytes = 0;
  /** Called when it is read from again. */
  onResume = (): void => undefined;
  #messages = 0;
  /** Set while a message waits for its turn to be read. Later ones wait behind it. */
  #reading: Promise<void> | undefined;
  #isRefused = false;

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'message' && event !== 'ping' && event !== 'pong') return super.emit(event, ...args);
    if (this.#isRefused) return false;
    if (event === 'message') return this.#take(args[0] as Buffer, args.slice(1));
    if (this.isAcknowledged) return super.emit(event, ...args);
    return this.refuse(CloseCode.Unauthorized, 'Unauthorized');
  }

  /** A reason is a fixed text: graphql-ws repeats the ID of an operation, which can be longer than a reason can be. */
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code, code === CloseCode.SubscriberAlreadyExists ? REPEATED_ID : reason);
  }

  /** Closes it and stops reading from it. */
  refuse(code: CloseCode | typeof TRY_AGAIN_LATER, reason: string): false {
    if (this.#isRefused) return false;
    this.#isRefused = true;
    this.close(code, reason);
    setTimeout(() => this.terminate(), CLOSING_MS).unref();
    return false;
  }

  #take(message: Buffer, further: unknown[]): boolean {
    this.#messages += 1;
    if (!this.isAcknowledged) {
      if (message.length > MAX_UNACKNOWLEDGED_BYTES)
        return this.refuse(CloseCode.BadRequest, 'The message is too large before the acknowledgement');
      if (this.#messages > 1) return this.refuse(CloseCode.Unauthorized, 'Unauthorized');
    } else if (this.#reading || !isReadAtOnce(message.length)) {
      this.#takeInTurn(message, further);
      return true;
    }
    return this.#read(message, further);
  }

  /** Reads no further messages until this one was read, in turn with the bodies of HTTP. */
  #takeInTurn(message: Buffer, further: unknown[]): void {
    this.pause();
    const turn = { seatId: this.seatId, bytes: message.length };
    const read = () => this.readyState === this.OPEN && !this.#isRefused && this.#read(message, further);
    const reading = (this.#reading ?? Promise.resolve())
      .then(() => readInTurn(turn, read))
      .then(
        () => undefined,
        (error: Error) => void this.refuse(TRY_AGAIN_LATER, error.message),
      )
      .then(() => {
        if (this.#reading !== reading) return;
        this.#reading = undefined;
        this.resume();
        this.onResume();
      });
    this.#reading = reading;
  }

  #read(message: Buffer, further: unknown[]): boolean {
    const { problem, bytes, hasMarks } = markNumbers(message);
    if (problem !== undefined) return this.refuse(CloseCode.BadRequest, `The message ${problem}`);
    if (!this.isAcknowledged && typeOf(message) !== 'connection_init')
      return this.refuse(CloseCode.Unauthorized, 'Unauthorized');
    this.messageBytes = message.length;
    return super.emit('message', hasMarks && isSubscribe(bytes) ? bytes : message, ...further);
  }
}

/** Only `subscribe` messages are marked: IDs and ping payloads are sent back, and must not contain marks. */
function isSubscribe(bytes: Buffer): boolean {
  const message = parsed(bytes);
  return isRecord(message) && message.type === 'subscribe' && typeof reviveNumbers(message.id) === 'string';
}

function typeOf(bytes: Buffer): unknown {
  const message = parsed(bytes);
  // graphql-ws reports the malformed message.
  return isRecord(message) ? message.type : 'connection_init';
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch {
    return undefined;
  }
}
