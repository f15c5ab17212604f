import { MAX_ISSUES } from '../../../resources/define/issues.ts';
import type { System } from '../../context.ts';
import { ConflictError, RateLimitedError, ValidationError, type ValidationIssue } from '../../errors.ts';
import { noteRefusedEvents } from '../../notifications/webhook/notify/refusals.ts';
import { mayHoldAddress } from '../intake/address.ts';
import type { IntakeCaller } from '../intake/caller.ts';
import { receiptId } from '../intake/receipt-id.ts';
import { requestKey, runAlone } from '../intake/request-key.ts';
import { announce } from './activity.ts';
import type { EventArray } from './array.ts';
import { eventPixel } from './pixel-access.ts';
import { eventProblems, unstorableText } from './rules.ts';
import { eventWriter } from './store.ts';

/** The default limit of one second, so a larger array could never be accepted. */
export const MAX_EVENTS = 5_000;
/** The name of the limit that a single array can exceed. */
export const EVENTS_PER_REQUEST = 'EVENTS_PER_REQUEST';

/**
 * Stores an array of events for a pixel, either completely or not at all, and returns once it is durable. `events` was
 * parsed from `json`. Throws ValidationError (paths: `pixel_id`, `[3].user_data.email`), RateLimitedError,
 * ConflictError if the Idempotency-Key was used with another request, and UnavailableError.
 */
export async function postEvents(options: {
  system: System;
  caller: IntakeCaller;
  pixelId: number;
  events: readonly unknown[];
  json: string;
  idempotencyKey?: string | undefined;
}): Promise<{ receiptId: string; isReplay: boolean }> {
  const { system, caller, pixelId, events, json, idempotencyKey } = options;
  const receivedAt = system.now();
  const pixel = await eventPixel({ system, caller, pixelId });
  if (events.length > MAX_EVENTS) throw tooMany();
  checkEvents(system, events, json);

  const id = receiptId(receivedAt);
  const { clientId } = caller;
  const { seatId, advertiserId } = pixel;
  const key = idempotencyKey
    ? requestKey({ key: idempotencyKey, clientId, seatId, target: `events ${pixelId}`, body: json })
    : undefined;
  const bytes = json.length;
  const array: EventArray = {
    receiptId: id,
    receivedAt,
    clientId,
    seatId,
    advertiserId,
    pixelId,
    events,
    bytes,
    key,
    isAdmitted: false,
  };
  const stored = await runAlone(key, () => eventWriter(system).write(array));
  if (stored.outcome === 'CONFLICT')
    throw new ConflictError('This Idempotency-Key was used with another request.');
  if (stored.outcome === 'RATE_LIMITED') {
    if (events.length > stored.limit) throw tooMany();
    noteRefusedEvents(system, { seatId, advertiserId, events: events.length, limit: stored.limit });
    throw new RateLimitedError({
      limit: 'EVENTS_PER_SECOND',
      retryAfterS: 1,
      message: `An advertiser can send at most ${stored.limit} events per second.`,
    });
  }
  announce({
    system,
    pixelId,
    seatId,
    activity: {
      at: receivedAt.toISOString(),
      outcome: stored.outcome,
      receiptId: id,
      eventCount: events.length,
      clientId,
      ...(key && { idempotencyKey: key.key }),
    },
  });
  return { receiptId: id, isReplay: stored.outcome === 'DUPLICATE' };
}

/** Throws ValidationError with the paths of the invalid values. */
export function checkEvents(system: System, events: readonly unknown[], json: string): void {
  const options = {
    now: system.now(),
    operator: system.config.operator,
    mayHoldAddress: mayHoldAddress(json),
  };
  const issues: ValidationIssue[] = [];
  let more = 0;
  for (const [index, event] of events.entries()) {
    for (const { path, message } of eventProblems(event, options))
      if (issues.length < MAX_ISSUES) issues.push({ path: `[${index}].${path}`, message });
      else more += 1;
  }
  if (issues.length > 0) throw new ValidationError(issues, more);
  const unstorable = unstorableText(events, json);
  if (unstorable !== undefined)
    throw new ValidationError([
      { path: `[${unstorable}].`, message: 'must not contain NUL or halves of surrogate pairs' },
    ]);
}

const tooMany = () =>
  new RateLimitedError({
    limit: EVENTS_PER_REQUEST,
    retryAfterS: 0,
    message: `An array can have at most ${MAX_EVENTS} events.`,
  });
