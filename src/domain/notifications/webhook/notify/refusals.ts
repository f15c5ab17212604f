import type { System } from '../../../context.ts';
import { enqueueWebhooks } from '../queue.ts';

/** The first refusal is reported after the shorter time; those that follow are reported together, after the longer one. */
const FIRST_MS = 1_000;
const AGAIN_MS = 60_000;

type Notifier = Pick<System, 'pool' | 'db' | 'now' | 'log'>;

/** Events of one advertiser that were refused and not told of yet. */
interface Refusals {
  requests: number;
  events: number;
  since: Date;
  until: Date;
}

interface Refused {
  readonly seatId: number;
  readonly advertiserId: number;
  /** In the request. */
  readonly events: number;
  /** Events per second that the advertiser may send. */
  readonly limit: number;
}

const untold = new WeakMap<System['pool'], Map<number, Refusals>>();

/**
 * Records that a request with pixel events was refused because of the advertiser's rate. Webhooks are notified a
 * little later, at most once a minute for a sender that does not stop, with the number of refused events.
 */
export function noteRefusedEvents(system: Notifier, refused: Refused): void {
  const all = untold.get(system.pool) ?? new Map<number, Refusals>();
  untold.set(system.pool, all);
  const now = system.now();
  const known = all.get(refused.advertiserId);
  if (!known) enqueueIn(FIRST_MS, system, all, refused);
  all.set(refused.advertiserId, {
    requests: (known?.requests ?? 0) + 1,
    events: (known?.events ?? 0) + refused.events,
    since: known && known.requests > 0 ? known.since : now,
    until: now,
  });
}

function enqueueIn(ms: number, system: Notifier, all: Map<number, Refusals>, refused: Refused): void {
  setTimeout(() => {
    const refusals = all.get(refused.advertiserId);
    if (!refusals?.requests) return void all.delete(refused.advertiserId);
    all.set(refused.advertiserId, { ...refusals, requests: 0, events: 0 });
    enqueueIn(AGAIN_MS, system, all, refused);
    enqueue(system, refused, refusals).catch((error) =>
      system.log.warn({ err: error }, 'webhooks could not be told of refused events'),
    );
  }, ms).unref();
}

async function enqueue(system: Notifier, refused: Refused, refusals: Refusals): Promise<void> {
  const { seatId, advertiserId, limit: eventsPerSecond } = refused;
  const resource = `Advertiser:${advertiserId}`;
  await enqueueWebhooks(system.db, [
    {
      ...{ seatId, advertiserId, event: 'events.refused', resource, at: system.now() },
      data: { advertiserId, eventsPerSecond, ...refusals },
    },
  ]);
}
