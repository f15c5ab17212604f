import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { forSeat } from '../../domain/access/request-share.ts';
import type { System } from '../../domain/context.ts';
import { UnavailableError } from '../../domain/errors.ts';
import { UserSemaphore } from '../../platform/process/user-semaphore.ts';
import { callerIfKnown } from '../caller.ts';
import { ClientAbort } from './client-abort.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the slot for the user's next call. */
    endCall: (() => void) | undefined;
  }
}

/** The most calls of a user that wait: each holds its request in memory. */
const MAX_WAITING = 200;

const tooMany = () => new UnavailableError('Too many calls of this user are waiting.');

const shares = new WeakMap<Config, UserSemaphore>();

/** Returns the semaphore for the calls of each user, which all interfaces of a process share. */
export function callsAtOnce({ config }: System): UserSemaphore {
  const most = Math.floor((config.databasePool * 5) / 8);
  const share = shares.get(config) ?? new UserSemaphore(most, { maxWaiting: MAX_WAITING, refusal: tooMany });
  shares.set(config, share);
  return share;
}

/**
 * Limits how many calls of one user run at the same time, so that database connections are left for others.
 * Further calls wait in order. Register it after hooks that may reply instead of the handler.
 */
export function boundCallsOfUser(app: FastifyInstance, system: System): void {
  const calls = callsAtOnce(system);
  app.addHook('preHandler', (request, reply, done) => {
    const caller = callerIfKnown(request);
    if (!caller) return done();
    calls.take(caller.actor.userId, 1, new ClientAbort(reply.raw)).then((end) => {
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
