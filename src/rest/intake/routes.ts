import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readInTurn } from '../../domain/access/large-bodies.ts';
import type { System } from '../../domain/context.ts';
import { announce } from '../../domain/events/event/activity.ts';
import { storeIdentities } from '../../domain/events/event/identities.ts';
import { parseEvents } from '../../domain/events/event/parse.ts';
import { MAX_EVENTS, postEvents } from '../../domain/events/event/post.ts';
import { keepRefused, storeRefused } from '../../domain/events/event/refused/keep.ts';
import { countOthers } from '../../domain/events/event/test-events.ts';
import { withoutAddress } from '../../domain/events/intake/address.ts';
import { type IntakeCaller, intakeCaller } from '../../domain/events/intake/caller.ts';
import { checkUnstored, countUnstored } from '../../domain/events/intake/unstored-bytes.ts';
import { delegatedCall } from '../../http/direct/call.ts';
import { toRefusal } from '../../http/faults.ts';
import { trackMethods } from '../../http/server.ts';
import { eventRequestsRefused, eventsAccepted } from '../../platform/metrics/intake.ts';
import { isId } from '../../resources/define/rows.ts';
import { idFromText } from '../ids.ts';
import {
  bearerToken,
  idempotencyKey,
  keepPartitions,
  mediaType,
  rawBody,
  takeRawBodies,
  testCode,
} from './call.ts';
import { intakeInterface } from './envelope.ts';
import { describeRefusal, IntakeFault, MESSAGES } from './fault.ts';

/** Intake accepts larger bodies than the management paths. */
const BODY_LIMIT = 10 * 1024 * 1024;
const URL = '/v1/pixels/:pixelId/events';

/**
 * The pixel events interface. Checks run in this order: route, token, Content-Type, presence of a body, JSON,
 * pixel, fields, rate.
 */
export async function intakeRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  takeRawBodies(app);
  keepPartitions(app, system);
  app.addHook('onClose', async () => {
    await storeIdentities(system);
    await storeRefused(system);
  });

  // Live views show the pixel's own seat which requests were refused, and why.
  app.addHook('onError', async (request, _reply, error) => {
    eventRequestsRefused.inc({ reason: toRefusal(error).code });
    const { pixelId } = request.params as { pixelId?: string };
    announceRefusal({ system, request, caller: request.intakeCaller, pixelId: idFromText(pixelId), error });
  });

  app.route<{ Params: { pixelId: string } }>({
    method: 'POST',
    url: URL,
    bodyLimit: BODY_LIMIT,
    // Checked before the body is read, so that a body is not read for callers who cannot post.
    onRequest: async (request) => {
      const failed = delegatedCall(request);
      if (!failed) return await admit(system, request);
      request.intakeCaller = failed.intakeCaller;
      throw failed.error;
    },
    handler: async (request, reply) => {
      const call = { headers: request.headers, intakeCaller: request.intakeCaller };
      const isReplay = await take({ system, call, pixelId: request.params.pixelId, body: rawBody(request) });
      if (isReplay) reply.header('idempotency-replayed', 'true');
      return { success: true };
    },
  });
  // Observe mode logs each request without a valid token once, and accepts it.
  if (system.config.intakeAuth === 'enforce')
    app.directRoutes.push({
      interface: intakeInterface.name,
      url: URL,
      path: /^\/v1\/pixels\/(\d{1,10})\/events$/,
      answer: async (call) => {
        await admit(system, call);
        const body = await call.body();
        const isReplay = await take({ system, call, pixelId: call.parameter, body });
        return isReplay ? REPLAYED : ACCEPTED;
      },
    });
  refuseOthers();
}

const ACCEPTED = { type: 'application/json; charset=utf-8', text: JSON.stringify({ success: true }) };
const REPLAYED = { ...ACCEPTED, headers: ['idempotency-replayed', 'true'] };

type Call = Pick<FastifyRequest, 'headers' | 'intakeCaller'>;

/** Determines the caller, and refuses a body whose type is not JSON. */
async function admit(system: System, call: Call & { readonly id: string }): Promise<void> {
  const token = bearerToken(call);
  call.intakeCaller = await intakeCaller({ system, token, scope: 'pixel-event', requestId: call.id });
  checkUnstored(system, call.intakeCaller.seatId);
  const type = mediaType(call);
  if (type !== undefined && type !== 'application/json') throw new IntakeFault(MESSAGES.contentType);
}

/** Stores the events of a body. Returns whether they were stored before. */
async function take(options: {
  system: System;
  call: Call;
  pixelId: string;
  body: Buffer | undefined;
}): Promise<boolean> {
  const { system, call, pixelId, body } = options;
  const caller = call.intakeCaller as IntakeCaller;
  // Others of the seat may have been read meanwhile.
  checkUnstored(system, caller.seatId);
  try {
    const turn = { seatId: caller.seatId, bytes: body?.length ?? 0 };
    const { events, json } = await readInTurn(turn, () => eventsOf(system, call, body));
    const { isReplay, stored } = await postEvents({
      system,
      caller,
      pixelId: idFromText(pixelId),
      events,
      json,
      idempotencyKey: idempotencyKey(call),
      testCode: testCode(call),
    }).catch((error: unknown) => {
      if (error instanceof Error) refusedEvents.set(error, events);
      throw error;
    });
    if (!isReplay) eventsAccepted.inc(stored);
    const share = isReplay ? 1 : 1 - stored / events.length;
    countUnstored(system, { seatId: caller.seatId, bytes: json.length, share });
    return isReplay;
  } catch (error) {
    const share = shareOf(toRefusal(error).code);
    countUnstored(system, { seatId: caller.seatId, bytes: body?.length ?? 0, share });
    throw error;
  }
}

/** Callers try again what was not their fault, and what they sent too fast. */
function shareOf(code: string): number {
  if (code === 'SERVICE_UNAVAILABLE') return 0;
  return code === 'RATE_LIMITED' ? 0.25 : 1;
}

/** The events of requests that were refused after their bodies were parsed, by the error. */
const refusedEvents = new WeakMap<Error, readonly unknown[]>();

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
  const { 'idempotency-key': key, 'x-test-event-code': test } = request.headers;
  const at = system.now();
  const { seatId, clientId } = caller;
  const events = error instanceof Error ? refusedEvents.get(error) : undefined;
  announce({
    system,
    pixelId,
    seatId,
    activity: {
      at: at.toISOString(),
      outcome: 'REFUSED',
      clientId,
      ...(typeof key === 'string' && { idempotencyKey: withoutAddress(key.slice(0, 255)) }),
      message,
      problems,
    },
    refusedEvents: test ? 0 : events && countOthers(events),
  });
  // Larger arrays were not read to their end, and tests are not kept.
  if (test || !events || events.length > MAX_EVENTS || countOthers(events) === 0) return;
  const [first] = problems;
  const why = first && first.index < 0 ? `${message} ${first.field} ${first.reason}` : message;
  const idempotencyKey = typeof key === 'string' && key !== '' ? key : undefined;
  keepRefused(system, { ...{ seatId, pixelId, clientId, at, events }, message: why, idempotencyKey });
}

/** Checks that there is a body and parses it. The text is returned too, to compare repeated requests. */
async function eventsOf(
  system: System,
  call: Call,
  body: Buffer | undefined,
): Promise<{ events: readonly unknown[]; json: string }> {
  if (!body || body.length === 0) throw new IntakeFault(MESSAGES.nothing);
  if (mediaType(call) === undefined) throw new IntakeFault(MESSAGES.bodyContentType);
  const { events, json } = await parse(system, body);
  if (!events) throw new IntakeFault(MESSAGES.formatting);
  if (events.length === 0) throw new IntakeFault(MESSAGES.nothing);
  return { events, json };
}

async function parse(system: System, body: Buffer): ReturnType<typeof parseEvents> {
  try {
    return await parseEvents(body, system.config.operator);
  } catch {
    throw new IntakeFault(MESSAGES.formatting);
  }
}
