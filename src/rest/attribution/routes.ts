import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { postConversion } from '../../domain/events/conversion/post.ts';
import type { Pairs } from '../../domain/events/conversion/rules.ts';
import { type IntakeCaller, intakeCaller } from '../../domain/events/intake/caller.ts';
import { toRefusal } from '../../http/faults.ts';
import { isBrowserVisit, redirectToStart } from '../../http/pages/visits.ts';
import { trackMethods } from '../../http/server.ts';
import { conversionsAccepted, conversionsRefused } from '../../platform/metrics/intake.ts';
import {
  bearerToken,
  idempotencyKey,
  keepPartitions,
  mediaType,
  rawBody,
  takeRawBodies,
} from '../intake/call.ts';
import { IntakeFault, MESSAGES } from '../intake/fault.ts';
import { parsePairs } from './pairs.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The conversion postback interface: GET and POST at the root. */
export async function attributionRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  takeRawBodies(app);
  keepPartitions(app, system);
  app.addHook('onError', async (_request, _reply, error) => {
    conversionsRefused.inc({ reason: toRefusal(error).code });
  });

  app.route({
    method: ['GET', 'POST'],
    url: '/',
    // A GET stores a conversion, and a HEAD must not (RFC 9110, 9.2.1).
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      if (request.url === '/' && isBrowserVisit(request)) return redirectToStart(reply, system.config);
      const token = bearerToken(request);
      request.intakeCaller = await intakeCaller({ system, token, scope: 'upload', requestId: request.id });
      nameForeignType(request);
    },
    handler: async (request, reply) => {
      const { isReplay } = await postConversion({
        system,
        caller: request.intakeCaller as IntakeCaller,
        pairs: pairsOf(request),
        idempotencyKey: idempotencyKey(request),
      });
      if (isReplay) reply.header('idempotency-replayed', 'true');
      else conversionsAccepted.inc();
      return { message: MESSAGES.submitted };
    },
  });
  refuseOthers();
}

/**
 * Fastify would refuse a malformed Content-Type with 415. The documented response is 400, as for any other wrong type.
 */
function nameForeignType(request: FastifyRequest): void {
  const type = mediaType(request);
  if (type !== undefined && type !== FORM) request.headers['content-type'] = 'application/octet-stream';
}

/** Returns the pairs of the body if there is one, else those of the query string. */
function pairsOf(request: FastifyRequest): Pairs {
  const type = mediaType(request);
  const body = rawBody(request);
  if (body) {
    if (type !== FORM) throw new IntakeFault(MESSAGES.bodyContentType);
    return parsePairs(body.toString('latin1'));
  }
  if (type !== undefined && type !== FORM) throw new IntakeFault(MESSAGES.contentType);
  const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? [];
  if (query.replaceAll('&', '') === '') throw new IntakeFault(MESSAGES.nothing);
  return parsePairs(query);
}
