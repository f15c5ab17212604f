import type { Command } from 'commander';
import type { System } from '../../domain/context.ts';
import { listWebhooksOfAll } from '../../domain/notifications/webhook/operate/list.ts';
import { replaySince } from '../../domain/notifications/webhook/operate/replay.ts';
import { isDay, parseInstant } from '../../platform/time/instant.ts';
import { command, integer } from '../support/arguments.ts';
import { UsageError } from '../support/output.ts';
import { withSystem } from '../support/with-system.ts';

interface ReplayOptions {
  readonly since: string;
  readonly failed?: true;
  readonly dryRun?: true;
}

/** `webhook list`, `webhook replay` */
export function register(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('Shows webhooks of any seat, and repeats deliveries.');
  command(webhook, 'list', 'Lists webhooks with what waits, what failed, and the last failure.')
    .option('--seat <id>', 'only webhooks of this seat', integer)
    .action(
      withSystem((system, { seat: seatId }: { seat?: number }) => listWebhooksOfAll({ system, seatId })),
    );
  command(
    webhook,
    'replay [id]',
    'Sends deliveries since a time again, of one webhook or of all that are active. Receivers know them by their webhook-id.',
  )
    .requiredOption('--since <time>', 'a time such as 2026-01-31T09:00:00Z, or how long ago: 30m, 6h, 2d')
    .option('--failed', 'only deliveries that were given up')
    .option('--dry-run', 'only count them')
    .action(withSystem(replay));
}

async function replay(system: System, options: ReplayOptions, id?: string): Promise<object> {
  const { failed, dryRun } = options;
  const since = timeOf(options.since, system.now());
  const webhookId = id === undefined ? undefined : integer(id);
  return replaySince({ system, webhookId, since, failedOnly: failed, dryRun });
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

function timeOf(text: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (UNITS[unit] ?? 0) * 1_000);
  const time = parseInstant(isDay(text) ? `${text}T00:00:00Z` : text);
  if (!time) throw new UsageError('--since must be a time such as 2026-01-31T09:00:00Z, or 30m, 6h or 2d.');
  return time;
}
