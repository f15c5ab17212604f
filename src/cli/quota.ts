import type { Command } from 'commander';
import {
  setAdvertiserQuota,
  setUserQuota,
  USER_QUOTAS,
  type UserQuotas,
} from '../domain/access/quota/set.ts';
import { showAdvertiserQuota, showUserQuota } from '../domain/access/quota/show.ts';
import type { System } from '../domain/context.ts';
import { command, integer } from './support/arguments.ts';
import { UsageError } from './support/output.ts';
import { withSystem } from './support/with-system.ts';

interface Options extends UserQuotas {
  readonly user?: number;
  readonly advertiser?: number;
  readonly eventsPerSec?: number;
}

/** `quota set`, `quota show` */
export function register(program: Command): void {
  const quota = program.command('quota').description('Manages the quotas of users and advertisers.');
  const set = command(
    quota,
    'set',
    'Sets the quotas of a user, or the rate limit of an advertiser’s pixel events.',
  )
    .option('--user <id>', 'ID of the user', integer)
    .option('--advertiser <id>', 'ID of the advertiser', integer)
    .option('--events-per-sec <n>', 'maximum number of pixel events per second', integer);
  for (const name of USER_QUOTAS) set.option(`--${kebab(name)} <n>`, '', integer);
  set.action(withSystem(setQuota));

  command(quota, 'show', 'Shows the quotas of a user, or the rate limit of an advertiser.')
    .option('--user <id>', 'ID of the user', integer)
    .option('--advertiser <id>', 'ID of the advertiser', integer)
    .action(withSystem(showQuota));
}

function showQuota(system: System, options: Options): Promise<object> {
  const { user: userId, advertiser: advertiserId } = options;
  if (userId !== undefined && advertiserId === undefined) return showUserQuota({ system, userId });
  if (advertiserId !== undefined && userId === undefined)
    return showAdvertiserQuota({ system, advertiserId });
  throw new UsageError('Specify --user or --advertiser.');
}

function setQuota(system: System, options: Options): Promise<object> {
  const { user: userId, advertiser: advertiserId, eventsPerSec } = options;
  const quotas: UserQuotas = Object.fromEntries(
    USER_QUOTAS.map((name) => [name, options[name]]).filter(([, limit]) => limit !== undefined),
  );
  const any = Object.keys(quotas).length > 0;
  if (userId !== undefined && advertiserId === undefined && eventsPerSec === undefined && any)
    return setUserQuota({ system, userId, quotas });
  if (advertiserId !== undefined && userId === undefined && eventsPerSec !== undefined && !any)
    return setAdvertiserQuota({ system, advertiserId, eventsPerSec });
  throw new UsageError('Specify --user and its quotas, or --advertiser and --events-per-sec.');
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
