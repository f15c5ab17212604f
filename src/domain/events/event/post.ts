import { Slices } from '../../../platform/process/slices.ts';
import { MAX_ISSUES } from '../../../resources/define/issues.ts';
import { readInTurn } from '../../access/large-bodies.ts';
import type { System } from '../../context.ts';
import { ConflictError, RateLimitedError, ValidationError, type ValidationIssue } from '../../errors.ts';
import { noteRefusedEvents } from '../../notifications/webhook/notify/refusals.ts';
import { mayHoldAddress } from '../intake/address.ts';
import type { IntakeCaller } from '../intake/caller.ts';
import { receiptId } from '../intake/receipt-id.ts';
import { requestKey, runAlone } from '../intake/request-key.ts';
import { UNSTORABLE, unstorableText } from '../intake/storable-text.ts';
import { announce } from './activity.ts';
import type { EventArray } from './array.ts';
import { countIdentities } from './identities.ts';
import { eventPixel } from './pixel-access.ts';
import type { CheckedEvent } from './row.ts';
import { eventProblems } from './rules.ts';
import { writeEvents } from './store.ts';
import { announceTests, testsAmong } from './test-events.ts';

/** The default limit of one second, so a larger array could never be accepted. */
export const MAX_EVENTS = 5_000;
/** The name of the limit that a single array can exceed. */
export const EVENTS_PER_REQUEST = 'EVENTS_PER_REQUEST';

/**
 * Stores an array of events for a pixel, either completely or not at all, and returns once it is durable. `events` was
 * parsed from `json`. Test events are validated and shown in live views, but not stored; with `testCode`, all are tests.
 * Throws ValidationError (paths: `pixel_id`, `[3].user_data.email`), RateLimitedError,
 * ConflictError if the Idempotency-Key was used with another request, and UnavailableError.
 */
export async function postEvents(options: {
  system: System;
  caller: IntakeCaller;
  pixelId: number;
  events: readonly unknown[];
  json: string;
  idempotencyKey?: string | undefined;
  testCode?: string | undefined;
}): Promise<{ receiptId: string | null; isReplay: boolean; stored: number }> {
  const { system, caller, pixelId, json, idempotencyKey, testCode } = options;
  const receivedAt = system.now();
  const pixel = await eventPixel({ system, caller, pixelId });
  if (options.events.length > MAX_EVENTS) throw tooMany();
  const turn = { seatId: caller.seatId, bytes: json.length };
  const checked = await readInTurn(turn, () => checkEvents(system, options.events, json));
  const split = testsAmong(checked, testCode);
  const events = split?.others ?? checked;
  const { seatId, advertiserId } = pixel;
  const { clientId } = caller;
  const showTests = () =>
    split &&
    announceTests({
      ...{ system, pixelId, seatId, clientId, receivedAt, tests: split.tests },
    });
  if (events.length === 0) {
    showTests();
    return { receiptId: null, isReplay: false, stored: 0 };
  }

  const id = receiptId(receivedAt);
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
    positions: split?.positions,
    bytes,
    key,
    isAdmitted: false,
  };
  const stored = await runAlone(key, () => writeEvents(system, array));
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
  if (stored.outcome === 'ACCEPTED') countIdentities(system, pixel, events);
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
  showTests();
  return { receiptId: id, isReplay: stored.outcome === 'DUPLICATE', stored: events.length };
}

/** Returns the events, which are valid. Throws ValidationError with the paths of the invalid values. */
export async function checkEvents(
  system: System,
  events: readonly unknown[],
  json: string,
): Promise<readonly CheckedEvent[]> {
  const options = {
    now: system.now(),
    operator: system.config.operator,
    mayHoldAddress: mayHoldAddress(json),
  };
  const issues: ValidationIssue[] = [];
  let more = 0;
  const slices = new Slices();
  for (const [index, event] of events.entries()) {
    for (const { path, message } of eventProblems(event, options))
      if (issues.length < MAX_ISSUES) issues.push({ path: `[${index}].${path}`, message });
      else more += 1;
    if (slices.isOver) await slices.pause();
  }
  if (issues.length > 0) throw new ValidationError(issues, more);
  const unstorable = unstorableText(events, json);
  if (unstorable !== undefined)
    throw new ValidationError([{ path: `[${unstorable}].`, message: UNSTORABLE }]);
  return events as readonly CheckedEvent[];
}

const tooMany = () =>
  new RateLimitedError({
    limit: EVENTS_PER_REQUEST,
    retryAfterS: 0,
    message: `An array can have at most ${MAX_EVENTS} events.`,
  });
