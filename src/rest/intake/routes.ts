import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { announce } from '../../domain/event/activity.ts';
import { parseEvents } from '../../domain/event/parse.ts';
import { postEvents } from '../../domain/event/post.ts';
import { type IntakeCaller, intakeCaller } from '../../domain/intake/caller.ts';
import { isId } from '../../domain/rows.ts';
import { toRefusal } from '../../http/faults.ts';
import { trackMethods } from '../../http/server.ts';
import { eventRequestsRefused, eventsAccepted } from '../../metrics/intake.ts';
import { idFromText } from '../ids.ts';
import { bearerToken, idempotencyKey, keepPartitions, mediaType, rawBody, takeRawBodies } from './call.ts';
import { describeRefusal, IntakeFault, MESSAGES } from './fault.ts';

/** RULINGS G8 */
const BODY_LIMIT = 10 * 1024 * 1024;

/** The pixel events interface (spec 1, "Post events"). Checks run in the order of RULINGS E1. */
export async function intakeRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  takeRawBodies(app);
  keepPartitions(app, system);

  // Live views show what was refused, and why, to the pixel's own seat.
  app.addHook('onError', async (request, _reply, error) => {
    eventRequestsRefused.inc({ reason: toRefusal(error).code });
    const { pixelId } = request.params as { pixelId?: string };
    announceRefusal({ system, request, caller: request.intakeCaller, pixelId: idFromText(pixelId), error });
  });

  app.route<{ Params: { pixelId: string } }>({
    method: 'POST',
    url: '/v1/pixels/:pixelId/events',
    bodyLimit: BODY_LIMIT,
    // Before the body is read: who may not post need not be listened to.
    onRequest: async (request) => {
      const token = bearerToken(request);
      const call = { system, token, scope: 'pixel-event', requestId: request.id };
      request.intakeCaller = await intakeCaller(call);
      if (mediaType(request) !== undefined && mediaType(request) !== 'application/json')
        throw new IntakeFault(MESSAGES.contentType);
    },
    handler: async (request, reply) => {
      const { events, json } = eventsOf(request);
      const { isReplay } = await postEvents({
        system,
        caller: request.intakeCaller as IntakeCaller,
        pixelId: idFromText(request.params.pixelId),
        events,
        json,
        idempotencyKey: idempotencyKey(request),
      });
      if (!isReplay) eventsAccepted.inc(events.length);
      return accept(reply, isReplay);
    },
  });
  refuseOthers();
}

function announceRefusal(options: {
  system: System;
  request: FastifyRequest;
  caller: IntakeCaller | undefined;
  pixelId: number;
  error: unknown;
}): void {
  const { system, request, caller, pixelId, error } = options;
  if (caller?.seatId === undefined || !isId(pixelId)) return;
  const { message, errors: problems } = describeRefusal(toRefusal(error));
  const { 'idempotency-key': key } = request.headers;
  announce({
    system,
    pixelId,
    seatId: caller.seatId,
    activity: {
      at: system.now().toISOString(),
      outcome: 'REFUSED',
      clientId: caller.clientId,
      ...(typeof key === 'string' && { idempotencyKey: key.slice(0, 255) }),
      message,
      problems,
    },
  });
}

function accept(reply: FastifyReply, isReplay: boolean): { success: true } {
  if (isReplay) reply.header('idempotency-replayed', 'true');
  return { success: true };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Presence and parsing; the text is kept for the comparison of repeats. */
function eventsOf(request: FastifyRequest): { events: readonly unknown[]; json: string } {
  const body = rawBody(request);
  if (!body) throw new IntakeFault(MESSAGES.nothing);
  if (mediaType(request) === undefined) throw new IntakeFault(MESSAGES.bodyContentType);
  const { events, json } = parse(body);
  if (!Array.isArray(events)) throw new IntakeFault(MESSAGES.formatting);
  if (events.length === 0) throw new IntakeFault(MESSAGES.nothing);
  return { events, json };
}

function parse(body: Buffer): { events: unknown; json: string } {
  try {
    const json = utf8.decode(body);
    return { events: parseEvents(json), json };
  } catch {
    throw new IntakeFault(MESSAGES.formatting);
  }
}
