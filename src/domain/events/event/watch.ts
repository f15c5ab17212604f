import type { System } from '../../context.ts';
import type { Signal } from '../../notifications/live/signal.ts';
import { endableGenerator, states } from '../../notifications/live/source.ts';
import { type Activity, type ActivityMessage, activityChannel } from './activity.ts';
import { eventsOfReceipts, type StoredEvent } from './stored.ts';

/** A request as a live view shows it. */
export interface ShownActivity extends Activity {
  readonly pixelId: number;
  readonly events: readonly StoredEvent[];
  /** The number of preceding requests that arrived too fast to be reported individually. */
  readonly skipped: number;
}

const MAX_EVENTS = 20;
/** Requests cached for subscribers. One that is further behind is sent the number of requests that it missed. */
const MAX_CACHED = 100;

interface Watch {
  readonly system: System;
  readonly pixelId: number;
}

/** Yields requests for the pixel as they arrive at any process, beginning now. */
export const watchActivity = (options: Watch): AsyncGenerator<ShownActivity> =>
  endableGenerator((signal) => watch(options, signal));

async function* watch(options: Watch, signal: Signal): AsyncGenerator<ShownActivity, void, undefined> {
  let sent: number | undefined;
  for await (const { count, recent } of states(recentActivity(options), signal)) {
    const fresh = count - (sent ?? count);
    sent = count;
    const shown = recent.slice(recent.length - Math.min(fresh, recent.length));
    const missed = fresh - shown.length;
    for (const [index, activity] of shown.entries())
      yield index === 0 && missed > 0 ? { ...activity, skipped: activity.skipped + missed } : activity;
  }
}

interface Recent {
  /** The number of all requests so far. */
  readonly count: number;
  readonly recent: readonly ShownActivity[];
}

/** The source shared by all streams of the pixel in this process. */
const recentActivity = ({ system, pixelId }: Watch) => ({
  system,
  key: `requests for ${pixelId}`,
  channel: activityChannel(pixelId),
  read: async (
    before: Recent = { count: 0, recent: [] },
    messages: readonly (ActivityMessage | undefined)[],
  ) => {
    let { count, recent } = before;
    for (const message of messages) {
      const fresh = message ? await readActivity({ system, pixelId, message }) : [];
      count += fresh.length;
      recent = [...recent, ...fresh].slice(-MAX_CACHED);
    }
    return { state: count === before.count && messages.length > 0 ? before : { count, recent } };
  },
});

/** Messages are JSON. */
const withDates = (event: StoredEvent): StoredEvent => ({
  ...event,
  receivedAt: new Date(event.receivedAt),
  eventTime: new Date(event.eventTime),
});

/** Parses a message of a pixel's channel and adds the first events that were stored. */
async function readActivity(options: {
  system: System;
  pixelId: number;
  message: ActivityMessage;
}): Promise<ShownActivity[]> {
  const { system, pixelId, message } = options;
  const receipts = message.activities.flatMap(({ outcome, receiptId, at }) =>
    outcome === 'ACCEPTED' && receiptId ? [{ id: receiptId, receivedAt: new Date(at) }] : [],
  );
  const events = await eventsOfReceipts({ system, pixelId, receipts, perReceipt: MAX_EVENTS });
  return message.activities.map((activity, index) => ({
    ...activity,
    pixelId,
    events:
      activity.tested?.map(withDates) ?? events.filter(({ receiptId }) => receiptId === activity.receiptId),
    skipped: index === 0 ? message.skipped : 0,
  }));
}
