import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { findPixel } from '../domain/access/tenancy/find.ts';
import type { System } from '../domain/context.ts';
import { type Activity, type ActivityMessage, activityChannel } from '../domain/events/event/activity.ts';
import { countEvents } from '../domain/events/event/receipts.ts';
import { listen } from '../domain/notifications/live/listen.ts';
import { command, integer } from './support/arguments.ts';
import { withSystem } from './support/with-system.ts';

/** How often a command checks whether its parent process still runs. */
const CHECK_INTERVAL_MS = 1_000;

interface Options {
  readonly pixel: number;
  readonly json?: boolean;
}

/** `events count`, `events tail` */
export function register(program: Command): void {
  const events = program.command('events').description('Shows the pixel events that were received.');

  command(events, 'count', 'Counts the stored events of a pixel.')
    .requiredOption('--pixel <id>', 'ID of the pixel', integer)
    .action(
      withSystem(async (system, { pixel }: Options) => {
        const { id: pixelId } = await findPixel(system.db, pixel);
        return { count: await countEvents({ system, pixelId }) };
      }),
    );

  command(events, 'tail', 'Shows requests for a pixel as they arrive, until it is stopped.')
    .requiredOption('--pixel <id>', 'ID of the pixel', integer)
    .action(withSystem(tail));
}

/** Prints one line per request (JSON with `--json`), and the number of requests at the end. */
async function tail(system: System, { pixel, json = false }: Options): Promise<{ requests: number }> {
  const { id: pixelId } = await findPixel(system.db, pixel);
  let requests = 0;
  const onMessage = (payload: unknown) => {
    const { activities, skipped } = (payload ?? { activities: [], skipped: 0 }) as ActivityMessage;
    requests += activities.length + skipped;
    for (const activity of activities)
      process.stdout.write(`${json ? JSON.stringify(activity) : lineOf(activity)}\n`);
  };
  const stop = await listen({ system, channel: activityChannel(pixelId), onMessage });
  await stopped();
  stop();
  return { requests };
}

/** Stops on a signal, or when stdout is closed: an `npm run` that is killed leaves its child process behind. */
async function stopped(): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  // Without a listener, writing to a closed pipe would end the process with an error.
  process.stdout.on('error', () => undefined);
  await Promise.race([
    once(process, 'SIGINT', { signal }),
    once(process, 'SIGTERM', { signal }),
    once(process.stdout, 'error', { signal }),
    orphaned(process.ppid, signal),
  ]).finally(() => over.abort());
}

async function orphaned(parent: number, signal: AbortSignal): Promise<void> {
  while (process.ppid === parent) await sleep(CHECK_INTERVAL_MS, undefined, { signal, ref: false });
}

function lineOf({ at, outcome, eventCount, clientId, message, problems = [] }: Activity): string {
  const why = problems.map(({ index, field, reason }) => `[${index}] ${field} ${reason}`).join('; ');
  const events = eventCount === undefined ? '' : `${eventCount} ${eventCount === 1 ? 'event' : 'events'}`;
  return [at, outcome, events, clientId, message, why].filter(Boolean).join('  ');
}
