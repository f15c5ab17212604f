import { liveMessage } from '../../../platform/database/rows/publish.ts';
import type { System } from '../../context.ts';
import { sendLive } from '../../notifications/live/send.ts';
import { countRefusals, type ReasonCount } from './refusals.ts';
import type { StoredEvent } from './stored.ts';

/** A problem with one value of a request. Index −1 means the request itself. */
export interface ActivityProblem {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

/** The outcome of one request for a pixel, without any data about users. */
export interface Activity {
  /** ISO 8601 */
  readonly at: string;
  readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'REFUSED' | 'TEST';
  /** The receipt of the events that were stored. */
  readonly receiptId?: string;
  readonly eventCount?: number;
  readonly clientId: string;
  readonly idempotencyKey?: string;
  /** The first test events, which are not stored. */
  readonly tested?: readonly StoredEvent[];
  /** Why the request was refused. */
  readonly message?: string;
  readonly problems?: readonly ActivityProblem[];
}

/**
 * A message on a pixel's channel. `skipped` is the number of requests that arrived too fast to be reported
 * individually.
 */
export interface ActivityMessage {
  readonly activities: readonly Activity[];
  readonly skipped: number;
}

export const activityChannel = (pixelId: number): string => `pixel:${pixelId}`;

const INTERVAL_MS = 50;
const MAX_PROBLEMS = 5;
const MESSAGE_BYTES = 6_000;
const MAX_WAITING = 100;
/** The maximum number of requests of a pixel per statement whose test events are shown. */
const MAX_WITH_CONTENT = 10;
/** The maximum number of reasons of a pixel that are counted for one statement. */
const MAX_REASONS = 50;

interface Waiting {
  readonly pixelId: number;
  readonly seatId: number;
  readonly activities: Activity[];
  skipped: number;
  /** The number of refused requests, including skipped ones, and of their events. */
  requests: number;
  events: number;
  readonly reasons: Map<string, ReasonCount>;
}

interface Announcer {
  readonly waiting: Map<string, Waiting>;
  /** The timer of the next statement; set until that has finished. */
  timer: NodeJS.Timeout | undefined;
}

const announcers = new WeakMap<System, Announcer>();

/**
 * Counts refused requests, and notifies the live views of the pixel in all processes in the order of the requests, if
 * the pixel belongs to the seat. Sends at most twenty statements per second and does not delay acknowledgements: a live
 * view can miss an event, but an acknowledged event is never lost.
 */
export function announce(options: {
  system: System;
  pixelId: number;
  seatId: number;
  activity: Activity;
  /** The number of events of a refused request, as far as it is known; 0 if all are tests, which are not counted. */
  refusedEvents?: number | undefined;
}): void {
  const { system, pixelId, seatId, activity, refusedEvents = 1 } = options;
  const announcer = announcers.get(system) ?? { waiting: new Map(), timer: undefined };
  announcers.set(system, announcer);
  const key = `${seatId}:${pixelId}`;
  const waiting = announcer.waiting.get(key) ?? {
    ...{ pixelId, seatId, activities: [], skipped: 0, requests: 0, events: 0 },
    reasons: new Map(),
  };
  announcer.waiting.set(key, waiting);
  const { problems, outcome } = activity;
  if (outcome === 'REFUSED' && refusedEvents > 0) noteRefusal(waiting, activity, refusedEvents);
  if (waiting.activities.length >= MAX_WAITING) waiting.skipped += 1;
  else
    waiting.activities.push({
      ...activity,
      ...(problems && { problems: problems.slice(0, MAX_PROBLEMS) }),
      ...(waiting.activities.length >= MAX_WITH_CONTENT && { tested: undefined }),
    });
  announcer.timer ??= sendSoon(system, announcer);
}

/** Counts a refusal, and its events by reason. The message is the reason of a request without problems. */
function noteRefusal(waiting: Waiting, { message = '', problems = [] }: Activity, events: number): void {
  waiting.requests += 1;
  waiting.events += events;
  const [first] = problems;
  if (!first || first.index < 0) {
    addReason(waiting, { field: first?.field ?? '', reason: first?.reason ?? message, events });
    return;
  }
  // An event counts once for each reason.
  const seen = new Set<string>();
  for (const { index, field, reason } of problems) {
    const counted = { field: fieldOf(field), reason, events: 1 };
    const key = `${index} ${counted.field} ${reason}`;
    if (!seen.has(key)) addReason(waiting, counted);
    seen.add(key);
  }
}

function addReason({ reasons }: Waiting, { field, reason, events }: ReasonCount): void {
  const key = `${field} ${reason}`;
  const known = reasons.get(key);
  if (known || reasons.size < MAX_REASONS)
    reasons.set(key, { field, reason, events: (known?.events ?? 0) + events });
}

/** Returns the field without the position of an item, so that there are few: `product_id[3]` is `product_id`. */
const fieldOf = (field: string): string => field.replace(/\[\d+\]/g, '');

const sendSoon = (system: System, announcer: Announcer): NodeJS.Timeout =>
  setTimeout(() => void send(system, announcer), INTERVAL_MS).unref();

/** One statement at a time: on a second connection, a later message could overtake an earlier one. */
async function send(system: System, announcer: Announcer): Promise<void> {
  const waiting = [...announcer.waiting.values()];
  announcer.waiting.clear();
  try {
    const { rows } = await system.pool.query<{ id: number; seatId: number }>(
      'SELECT id, seat_id AS "seatId" FROM pixel WHERE id = ANY ($1::int[])',
      [waiting.map(({ pixelId }) => pixelId)],
    );
    const owners = new Map(rows.map(({ id, seatId }) => [id, seatId]));
    const own = waiting.filter(({ pixelId, seatId }) => owners.get(pixelId) === seatId);
    if (own.length > 0) await sendLive(system, own.flatMap(messagesOf));
    await countRefusals(system, own);
  } catch (error) {
    system.log.debug({ err: error }, 'live views could not be notified');
  }
  announcer.timer = announcer.waiting.size > 0 ? sendSoon(system, announcer) : undefined;
}

/** PostgreSQL limits a message to 8,000 bytes, so one notification can become several messages. */
function messagesOf({ pixelId, activities, skipped }: Waiting): string[] {
  const parts: Activity[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const activity of activities) {
    const size = Buffer.byteLength(JSON.stringify(activity));
    if (bytes + size > MESSAGE_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(activity);
    bytes += size;
  }
  return parts.map((part, index) =>
    liveMessage({
      channel: activityChannel(pixelId),
      payload: { activities: part, skipped: index === 0 ? skipped : 0 } satisfies ActivityMessage,
    }),
  );
}
