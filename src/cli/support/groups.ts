import type { Command } from 'commander';

interface Group {
  /** The same description as in the group's file: listing all groups does not load them. */
  readonly description: string;
  load(): Promise<{ register(program: Command): void }>;
}

const group = (description: string, load: Group['load']): Group => ({ description, load });

/** Each command group is loaded on demand, so that commands start quickly. */
export const GROUPS: Readonly<Record<string, Group>> = {
  demo: group('Manages the demo seat.', () => import('../demo.ts')),
  seat: group(
    'Manages seats. A seat is a tenant that owns everything that a partner can see.',
    () => import('../seat.ts'),
  ),
  client: group('Manages API clients and their credentials.', () => import('../client.ts')),
  user: group('Manages users. Each API client acts as a user.', () => import('../user.ts')),
  token: group(
    'Gets an access token from the token endpoint, as a client would.',
    () => import('../token.ts'),
  ),
  dashboard: group('Manages access to the dashboard.', () => import('../dashboard.ts')),
  quota: group('Manages the quotas of users and advertisers.', () => import('../quota.ts')),
  dictionary: group('Manages the dictionary of accepted values.', () => import('../dictionary.ts')),
  click: group(
    'Creates a click ID (vmcid) for an ad, as a landing page would receive it.',
    () => import('../click.ts'),
  ),
  events: group('Shows the pixel events that were received.', () => import('../events.ts')),
  conversions: group('Shows the conversions that were received.', () => import('../conversions.ts')),
  facts: group(
    'Manages the hourly delivery and bidding facts that reports use.',
    () => import('../facts.ts'),
  ),
  fx: group('Manages the daily exchange rates that reports use.', () => import('../fx.ts')),
  database: group(
    'Shows and migrates the PostgreSQL database of the service.',
    () => import('../database.ts'),
  ),
  feed: group('Manages the product feeds of advertisers.', () => import('../feed.ts')),
  backup: group(
    'Saves the database and its files to a new directory while the service is running.',
    () => import('../backup.ts'),
  ),
  restore: group('Restores a backup to an empty database and data directory.', () => import('../restore.ts')),
  recover: group(
    'Recovers the embedded database from FLIGHTLINE_WAL_ARCHIVE in an empty FLIGHTLINE_DATA_DIR.',
    () => import('../recover.ts'),
  ),
  sandbox: group(
    'Manages a sandbox: a database whose clock can be moved, for trying out an integration.',
    () => import('../sandbox.ts'),
  ),
  request: group(
    'Shows requests of the last week by their X-Request-Id.',
    () => import('../operate/request.ts'),
  ),
  top: group(
    'Shows the clients and seats that did most in the last minutes: requests, errors, points, and estimated CPU time.',
    () => import('../operate/top.ts'),
  ),
  report: group('Shows, retries and cancels reports of any seat.', () => import('../operate/report.ts')),
  webhook: group(
    'Shows webhooks of any seat, and repeats deliveries.',
    () => import('../operate/webhook.ts'),
  ),
  line: group('Explains the delivery of lines of any seat.', () => import('../operate/line.ts')),
  drain: group(
    'Takes processes out of rotation: /readyz returns 503, and calls are still answered.',
    () => import('../operate/drain.ts'),
  ),
  'signing-keys': group(
    'Shows and rotates the keys that sign access tokens.',
    () => import('../operate/signing-keys.ts'),
  ),
  'master-key': group(
    'Replaces the key that encrypts client secrets, webhook secrets and signing keys.',
    () => import('../operate/master-key.ts'),
  ),
};
