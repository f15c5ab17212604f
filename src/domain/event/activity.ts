import type { System } from '../context.ts';
import { LIVE, liveMessage } from '../live/publish.ts';

/** One refused value of a request; index −1 stands for the request itself. */
export interface ActivityProblem {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

/** What happened to one request for a pixel. It says nothing of the people in it. */
export interface Activity {
  /** ISO 8601 */
  readonly at: string;
  readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'REFUSED';
  /** Of what was stored. */
  readonly receiptId?: string;
  readonly eventCount?: number;
  readonly clientId: string;
  readonly idempotencyKey?: string;
  /** Why it was refused. */
  readonly message?: string;
  readonly problems?: readonly ActivityProblem[];
}

/** A message on a pixel's channel; `skipped` counts requests that were too many to tell one by one. */
export interface ActivityMessage {
  readonly activities: readonly Activity[];
  readonly skipped: number;
}

export const activityChannel = (pixelId: number): string => `pixel:${pixelId}`;

const INTERVAL_MS = 50;
const MOST_PROBLEMS = 5;
const MESSAGE_BYTES = 6_000;
const MOST_WAITING = 100;

interface Waiting {
  readonly pixelId: number;
  readonly seatId: number;
  readonly activities: Activity[];
  skipped: number;
}

interface Announcer {
  readonly waiting: Map<string, Waiting>;
  /** Of the next statement; set until it is through. */
  timer: NodeJS.Timeout | undefined;
}

const announcers = new WeakMap<System, Announcer>();

/**
 * Tells all processes' live views of the pixel, when it is the seat's, in the order of the calls. At most twenty
 * statements a second, beside the way of the acknowledgement: a live view may miss something, an acknowledged
 * event may not.
 */
export function announce(options: {
  system: System;
  pixelId: number;
  seatId: number;
  activity: Activity;
}): void {
  const { system, pixelId, seatId, activity } = options;
  const announcer = announcers.get(system) ?? { waiting: new Map(), timer: undefined };
  announcers.set(system, announcer);
  const key = `${seatId}:${pixelId}`;
  const waiting = announcer.waiting.get(key) ?? { pixelId, seatId, activities: [], skipped: 0 };
  announcer.waiting.set(key, waiting);
  const { problems } = activity;
  if (waiting.activities.length >= MOST_WAITING) waiting.skipped += 1;
  else
    waiting.activities.push({
      ...activity,
      ...(problems && { problems: problems.slice(0, MOST_PROBLEMS) }),
    });
  announcer.timer ??= sendSoon(system, announcer);
}

const sendSoon = (system: System, announcer: Announcer): NodeJS.Timeout =>
  setTimeout(() => void send(system, announcer), INTERVAL_MS).unref();

/** One at a time: on two connections the later could overtake. */
async function send(system: System, announcer: Announcer): Promise<void> {
  const told = [...announcer.waiting.values()];
  announcer.waiting.clear();
  const messages = told.flatMap((waiting) => messagesOf(waiting).map((text) => ({ ...waiting, text })));
  try {
    await system.pool.query(
      `SELECT pg_notify($1, text) FROM unnest($2::text[], $3::int[], $4::int[]) AS told (text, pixel_id, seat_id)
       JOIN pixel ON pixel.id = told.pixel_id AND pixel.seat_id = told.seat_id`,
      [
        LIVE,
        messages.map(({ text }) => text),
        messages.map(({ pixelId }) => pixelId),
        messages.map(({ seatId }) => seatId),
      ],
    );
  } catch (error) {
    system.log.debug({ err: error }, 'live views could not be notified');
  }
  announcer.timer = announcer.waiting.size > 0 ? sendSoon(system, announcer) : undefined;
}

/** PostgreSQL takes less than 8,000 bytes a message, so there are as many as it needs. */
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
