import { databaseUrl, directoryOrStore, integer, oneOf, redisUrl } from '../kinds.ts';

/** Where rows, quotas and messages between processes are stored. */
export const DATABASE = {
  DATABASE_URL: databaseUrl.optional().meta({
    unset: 'the embedded PostgreSQL',
    description: 'A PostgreSQL of your own, version 15 or newer.',
  }),
  FLIGHTLINE_DATABASE_DIRECT_URL: databaseUrl.optional().meta({
    description:
      'The same database without a pooler. Required if `DATABASE_URL` leads to a pooler in transaction mode ([poolers](scaling.md#poolers)).',
  }),
  FLIGHTLINE_DATABASE_REPLICA_URL: databaseUrl.optional().meta({
    description:
      'A streaming standby that answers GraphQL queries. Clients read what they wrote ([a replica for reads](scaling.md#a-replica-for-reads)).',
  }),
  FLIGHTLINE_DATABASE_POOL: integer(4, 1_000).default(16).meta({
    description:
      'The number of database connections that the requests of one process share ([several processes](operations.md#several-processes)).',
  }),
  FLIGHTLINE_NEWER_DATABASE: oneOf(['refuse', 'allow']).default('refuse').meta({
    description:
      'Whether the service starts on a database that a newer version has migrated, to go back by one version ([upgrades](operations/upgrades.md#go-back)).',
  }),
  FLIGHTLINE_WAL_ARCHIVE: directoryOrStore.optional().meta({
    description:
      'A directory, or `s3://bucket/folder`, in which the write-ahead log of the embedded database is archived, to [recover it to a moment](operations.md#recovery-to-a-moment).',
  }),
  FLIGHTLINE_WAL_ARCHIVE_DAYS: integer(1, 3_650)
    .default(7)
    .describe('The number of days whose moments can be recovered.'),
  FLIGHTLINE_REDIS_URL: redisUrl.optional().meta({
    description:
      '`redis://user:password@host:6379/0`, or `rediss://` with TLS. Quotas, rate windows and messages to live views are then in Redis instead of the database ([Redis](scaling.md#redis)).',
  }),
};
