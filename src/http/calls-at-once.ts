import type { FastifyInstance } from 'fastify';
import type { System } from '../domain/context.ts';
import { UnavailableError } from '../domain/errors.ts';
import { ShareOfUser } from '../domain/share-of-user.ts';
import { callerIfKnown } from './caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the user's next call begin. */
    endCall: (() => void) | undefined;
  }
}

/**
 * Carries out so many calls of a user at the same time that connections to the database are left for others, however
 * many the user sends; the rest waits in order. Call it after the hooks that may answer in place of the handler.
 */
export function boundCallsOfUser(app: FastifyInstance, { config }: System): void {
  const calls = new ShareOfUser(Math.floor((config.databasePool * 5) / 8));
  app.decorateRequest('endCall');
  app.addHook('preHandler', async (request, reply) => {
    const caller = callerIfKnown(request);
    if (!caller) return;
    request.endCall = await calls.take(caller.actor.userId, 1);
    if (reply.raw.destroyed) throw new UnavailableError('The caller went away.');
  });
  // Not when the connection closes: what a caller left behind still runs.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endCall?.();
    done(null, payload);
  });
}
