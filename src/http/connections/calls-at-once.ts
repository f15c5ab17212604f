import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { ANONYMOUS, forSeat } from '../../domain/access/request-share.ts';
import type { DomainContext, System } from '../../domain/context.ts';
import { UnavailableError } from '../../domain/errors.ts';
import type { AbortSource } from '../../platform/process/abort-source.ts';
import { Turns } from '../../platform/process/turns.ts';
import { type End, runWith, UserSemaphore } from '../../platform/process/user-semaphore.ts';
import { callerIfKnown } from '../caller.ts';
import { ClientAbort } from './client-abort.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot for the user's next call. */
    endCall: (() => void) | undefined;
  }
}

/** The maximum number of calls of a user that wait: each holds its request in memory. */
const MAX_WAITING = 200;
/** The maximum number of calls of a seat that wait for its turn. */
const MAX_WAITING_OF_SEAT = 1_000;

type Caller = Pick<DomainContext, 'actor' | 'seatId'>;

/** Begins the calls of seats in turn, and limits how many of each user run at the same time. */
class CallsAtOnce {
  readonly #ofUsers: UserSemaphore;
  readonly #turns = new Turns<number>({
    maxWaiting: MAX_WAITING_OF_SEAT,
    refusal: () => new UnavailableError('Too many calls of this seat are waiting.'),
  });

  constructor({ databasePool }: Config) {
    this.#ofUsers = new UserSemaphore(Math.floor((databasePool * 5) / 8), {
      maxWaiting: MAX_WAITING,
      refusal: () => new UnavailableError('Too many calls of this user are waiting.'),
    });
  }

  /**
   * Waits until the call may run. Returns the function that ends it, which may be called repeatedly, not as a promise if
   * the call need not wait.
   */
  take(caller: Caller, gone?: AbortSource): End | Promise<End> {
    const end = this.#ofUsers.take(caller.actor.userId, 1, gone);
    return end instanceof Promise ? end.then((end) => this.#inTurn(caller, end)) : this.#inTurn(caller, end);
  }

  #inTurn(caller: Caller, end: End): End | Promise<End> {
    try {
      const turn = this.#turns.take(caller.seatId, { member: caller.actor.userId });
      return turn ? turn.then(() => end) : end;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** Waits for the turn of calls without a caller, however many wait: connections are limited, and probes are among them. */
  anonymousTurn(): Promise<void> | undefined {
    return this.#turns.take(ANONYMOUS, { maxWaiting: Number.POSITIVE_INFINITY });
  }

  /** Waits for the turn of the caller's seat only: for what precedes a call, and may refuse it. */
  async turn({ seatId, actor }: Caller): Promise<void> {
    await this.#turns.take(seatId, { member: actor.userId });
  }

  run<T>(caller: Caller, work: () => T, gone?: AbortSource): Promise<Awaited<T>> {
    return runWith(() => this.take(caller, gone), work);
  }
}

const ofProcesses = new WeakMap<Config, CallsAtOnce>();

/** Returns what admits calls, which all interfaces of a process share. */
export function callsAtOnce({ config }: System): CallsAtOnce {
  const known = ofProcesses.get(config) ?? new CallsAtOnce(config);
  ofProcesses.set(config, known);
  return known;
}

/**
 * Lets the handlers of routes run only when their call may. Register it after hooks that may reply instead of the
 * handler.
 */
export function boundCallsOfUser(app: FastifyInstance, system: System): void {
  const calls = callsAtOnce(system);
  const take = async (caller: Caller, gone: AbortSource) => calls.take(caller, gone);
  app.addHook('preHandler', (request, reply, done) => {
    const caller = callerIfKnown(request);
    // Events of all seats are written together.
    if (!caller && request.intakeCaller) return done();
    if (!caller) {
      const turn = calls.anonymousTurn();
      if (!turn) return forSeat(ANONYMOUS, done);
      return void turn.then(() => forSeat(ANONYMOUS, done));
    }
    take(caller, new ClientAbort(reply.raw)).then((end) => {
      request.endCall = end;
      if (reply.raw.destroyed) return done(new UnavailableError('The caller went away.'));
      // The database work of the handler counts towards the seat.
      forSeat(caller.seatId, done);
    }, done);
  });
  // Not when the connection closes: the call of a disconnected client still runs and still counts.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endCall?.();
    done(null, payload);
  });
}
