import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config.ts';
import { enqueueWebhooks, type WebhookOccurrence } from '../../../src/domain/notifications/webhook/queue.ts';
import { openSystem } from '../../../src/operations/service/system.ts';

/** The deliveries to queue: a number at once, or a rate for a while. */
export type Load = { readonly count: number } | { readonly rate: number; readonly ms: number };

const TICK_MS = 100;

/** Another process of the service, in which lines become active; it delivers nothing itself. */
const config = loadConfig();
const { system } = await openSystem({
  config,
  databaseUrl: config.databaseUrl ?? '',
  log: pino({ level: 'error' }),
});
const seatId = Number(process.env.SEAT_ID);
let line = 0;

process.on('message', (load: Load) => {
  void ('count' in load ? enqueue(load.count) : enqueueAtRate(load)).then(() => process.send?.('done'));
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: '' });

async function enqueueAtRate({ rate, ms }: { rate: number; ms: number }): Promise<void> {
  const began = performance.now();
  for (let enqueued = 0; performance.now() - began < ms; ) {
    const due = Math.floor(((performance.now() - began + TICK_MS) / 1000) * rate) - enqueued;
    enqueued += due;
    await enqueue(due);
    await sleep(TICK_MS);
  }
}

/** Each delivery is of one of a thousand lines, as an import that activates them brings it. */
function enqueue(count: number): Promise<void> {
  return enqueueWebhooks(
    system.db,
    Array.from({ length: count }, (): WebhookOccurrence => {
      line = (line + 1) % 1_000;
      const data = { lineId: line, orderId: 1, advertiserId: 1, name: 'Line', status: 'ACTIVE' };
      return {
        ...{ seatId, advertiserId: null, event: 'line.status', resource: `Line:${line}` },
        ...{ at: system.now(), data },
      };
    }),
  );
}
