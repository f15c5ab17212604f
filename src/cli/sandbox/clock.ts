import type { Command } from 'commander';
import type { System } from '../../domain/context.ts';
import { advanceBy, moveClock, setTo, showClock } from '../../domain/sandbox/clock.ts';
import { closeBooksOfHour } from '../../domain/sandbox/delivery/close-books.ts';
import { deliverUntilNow } from '../../domain/sandbox/delivery/deliver.ts';
import { MAX_SPEED } from '../../domain/sandbox/input.ts';
import { isDay, parseInstant } from '../../platform/time/instant.ts';
import { command } from '../support/arguments.ts';
import { UsageError } from '../support/output.ts';
import { withSystem } from '../support/with-system.ts';

/** `sandbox clock show`, `set`, `advance`, `speed`, `real` */
export function registerClock(sandbox: Command): void {
  const clock = sandbox.command('clock').description('Shows and moves the clock that all processes share.');

  command(clock, 'show', 'Shows the time and the speed of the clock.').action(
    withSystem(async (system) => showClock(system)),
  );
  command(clock, 'set <time>', 'Sets the clock to a later time, such as 2027-01-31T09:00:00Z.').action(
    withSystem((system, _options, time = '') => move(system, setTo({ to: instant(time) }))),
  );
  command(
    clock,
    'advance <duration>',
    'Moves the clock ahead, by 36h, 30d or 1d12h for example. Returns when the delivery until then is simulated.',
  ).action(withSystem((system, _options, by = '') => move(system, advanceBy(by))));
  command(clock, 'speed <factor>', 'Sets how fast the clock runs: 60x is a minute a second.').action(
    withSystem((system, _options, factor = '') => moveClock(system, setTo({ speed: speed(factor) }))),
  );
  command(clock, 'real', 'Makes the clock run as fast as real time, from where it stands.').action(
    withSystem((system) => moveClock(system, setTo({ speed: 1 }))),
  );
}

async function move(system: System, to: Parameters<typeof moveClock>[1]): Promise<object> {
  const clock = await moveClock(system, to);
  await deliverUntilNow(system);
  await closeBooksOfHour(system);
  return { ...clock, catchingUp: false };
}

function instant(text: string): Date {
  const time = parseInstant(isDay(text) ? `${text}T00:00:00Z` : text);
  if (!time) throw new UsageError('The time must be like 2027-01-31T09:00:00Z.');
  return time;
}

function speed(text: string): number {
  const factor = /^\d{1,5}(\.\d{1,3})?x?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (!(factor <= MAX_SPEED)) throw new UsageError(`The factor must be like 60x, from 0x to ${MAX_SPEED}x.`);
  return factor;
}
