import type { System } from '../context.ts';
import type { Activity, ActivityMessage } from './activity.ts';
import { eventsOfReceipts, type StoredEvent } from './stored.ts';

/** One request as a live view shows it. */
export interface ShownActivity extends Activity {
  readonly events: readonly StoredEvent[];
  /** How many requests before this one were too many to be told one by one. */
  readonly skipped: number;
}

const MOST_EVENTS = 20;

/** What a message of a pixel's channel tells, with the first events of what was stored. */
export async function readActivity(options: {
  system: System;
  pixelId: number;
  message: ActivityMessage;
}): Promise<ShownActivity[]> {
  const { system, pixelId, message } = options;
  const receipts = message.activities.flatMap(({ outcome, receiptId, at }) =>
    outcome === 'ACCEPTED' && receiptId ? [{ id: receiptId, receivedAt: new Date(at) }] : [],
  );
  const events = await eventsOfReceipts({ system, pixelId, receipts, perReceipt: MOST_EVENTS });
  return message.activities.map((activity, index) => ({
    ...activity,
    events: events.filter(({ receiptId }) => receiptId === activity.receiptId),
    skipped: index === 0 ? message.skipped : 0,
  }));
}
