import { once } from 'node:events';
import type { Command } from 'commander';
import type { System } from '../domain/context.ts';
import { type Activity, type ActivityMessage, activityChannel } from '../domain/event/activity.ts';
import { countEvents } from '../domain/event/receipts.ts';
import { listen } from '../domain/live/listen.ts';
import { findPixel } from '../domain/tenancy/find.ts';
import { command, integer } from './arguments.ts';
import { withSystem } from './with-system.ts';

interface Options {
  readonly pixel: number;
  readonly json?: boolean;
}

/** `events count`, `events tail` */
export function register(program: Command): void {
  const events = program.command('events').description('What the pixel events interface took in.');

  command(events, 'count', 'How many events of a pixel are stored.')
    .requiredOption('--pixel <id>', 'the pixel', integer)
    .action(
      withSystem(async (system, { pixel }: Options) => {
        const { id: pixelId } = await findPixel(system.db, pixel);
        return { count: await countEvents({ system, pixelId }) };
      }),
    );

  command(events, 'tail', 'Shows requests for a pixel as they arrive, until it is stopped.')
    .requiredOption('--pixel <id>', 'the pixel', integer)
    .action(withSystem(tail));
}

/** One line for each request: JSON with `--json`. Ends with how many there were. */
async function tail(system: System, { pixel, json = false }: Options): Promise<{ requests: number }> {
  const { id: pixelId } = await findPixel(system.db, pixel);
  let requests = 0;
  const hear = (payload: unknown) => {
    const { activities, skipped } = (payload ?? { activities: [], skipped: 0 }) as ActivityMessage;
    requests += activities.length + skipped;
    for (const activity of activities)
      process.stdout.write(`${json ? JSON.stringify(activity) : lineOf(activity)}\n`);
  };
  const stop = await listen({ system, channel: activityChannel(pixelId), hear });
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  stop();
  return { requests };
}

function lineOf({ at, outcome, eventCount, clientId, message, problems = [] }: Activity): string {
  const why = problems.map(({ index, field, reason }) => `[${index}] ${field} ${reason}`).join('; ');
  return [at, outcome, eventCount === undefined ? '' : `${eventCount} events`, clientId, message, why]
    .filter(Boolean)
    .join('  ');
}
