import type { System } from '../../../context.ts';
import { enqueueWebhooks } from '../queue.ts';

/**
 * The first refusal is reported after the shorter time; later ones are reported in one event, after the longer time.
 */
const FIRST_MS = 1_000;
const AGAIN_MS = 60_000;

type Notifier = Pick<System, 'pool' | 'db' | 'now' | 'log'>;

/** Refused events of one advertiser that have not been reported yet. */
interface Refusals {
  requests: number;
  events: number;
  since: Date;
  until: Date;
}

interface Refused {
  readonly seatId: number;
  readonly advertiserId: number;
  /** The number of events in the request. */
  readonly events: number;
  /** The advertiser's limit of events per second. */
  readonly limit: number;
}

const unreported = new WeakMap<System['pool'], Map<number, Refusals>>();

/**
 * Records that a request with pixel events was refused because of the advertiser's rate limit. Webhooks are notified
 * shortly afterwards, at most once a minute for a persistent sender, with the number of refused events.
 */
export function noteRefusedEvents(system: Notifier, refused: Refused): void {
  const all = unreported.get(system.pool) ?? new Map<number, Refusals>();
  unreported.set(system.pool, all);
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
      system.log.warn({ err: error }, 'webhooks could not be notified of refused events'),
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
