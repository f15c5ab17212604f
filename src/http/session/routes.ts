import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openSession } from '../../domain/access/identity/session/open-session.ts';
import { endSession, renewSession, type Session } from '../../domain/access/identity/session/session.ts';
import type { System } from '../../domain/context.ts';
import { ForbiddenError, UnauthenticatedError } from '../../domain/errors.ts';
import { trackMethods } from '../server.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from './cookie.ts';
import { isFromDashboard } from './same-origin.ts';

const PATH = '/dashboard/session';
/** Enough for a code or a client's credentials. */
const BODY_LIMIT = 4096;
const OWN_PAGES = { config: { sameOrigin: true }, bodyLimit: BODY_LIMIT } as const;

/** The routes to sign in to the dashboard, extend the session, and sign out. */
export async function sessionRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  app.addHook('onRequest', async (request) => {
    if (!isFromDashboard(system, request))
      throw new ForbiddenError('Sessions are for pages of this service only.');
  });

  app.post(PATH, OWN_PAGES, async ({ body }, reply) => {
    const session = await openSession({ system, proof: body });
    return setSessionCookie(system, reply, session).send(answerOf(session));
  });

  app.put(PATH, OWN_PAGES, async (request: FastifyRequest, reply) => {
    const token = sessionToken(system, request);
    try {
      const session = await renewSession({ system, token, requestId: request.id });
      return setSessionCookie(system, reply, session).send(answerOf(session));
    } catch (error) {
      if (error instanceof UnauthenticatedError) clearSessionCookie(system, reply);
      throw error;
    }
  });

  app.delete(PATH, OWN_PAGES, async (request, reply) => {
    await endSession({ system, token: sessionToken(system, request) });
    return clearSessionCookie(system, reply).code(204).send();
  });
  refuseOthers();
}

/** The token is only in the cookie. */
const answerOf = ({ lifetimeS }: Session) => ({ expiresInS: lifetimeS });
