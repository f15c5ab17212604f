import { z } from 'zod';
import { clickHouseUrl, integer, objectStore, oneOf, origin } from '../kinds.ts';

/** Where facts, reports and archived events are stored, and for how long. */
export const FILES = {
  FLIGHTLINE_DATA_DIR: z.string().default('.flightline').meta({
    description:
      'The directory of the embedded database, the master key, facts and report files ([what processes share](operations.md#several-processes)).',
  }),
  FLIGHTLINE_FILES: objectStore.optional().meta({
    description:
      '`s3://bucket/folder`, where facts and reports are stored instead of in `FLIGHTLINE_DATA_DIR`, which then holds copies ([object store](scaling.md#files-in-an-object-store)).',
  }),
  FLIGHTLINE_FILES_CACHE_MB: integer(64, 100_000_000)
    .default(10_240)
    .describe('The maximum size of these copies, in MiB.'),
  FLIGHTLINE_S3_ENDPOINT: origin
    .optional()
    .describe('The address of an object store that is not Amazon S3, such as `https://swift.example:8080`.'),
  AWS_REGION: z.string().optional().meta({
    unset: 'as the AWS SDK finds it; `us-east-1` with `FLIGHTLINE_S3_ENDPOINT`',
    description:
      'The region of the bucket. Other settings of the AWS SDK, such as `AWS_ACCESS_KEY_ID`, apply as well.',
  }),
  FLIGHTLINE_DOWNLOADS: oneOf(['stream', 'redirect']).default('stream').meta({
    description:
      '`redirect` sends downloads of reports to a signed address of the object store, which is valid for five minutes.',
  }),
  FLIGHTLINE_WAREHOUSE_URL: clickHouseUrl.optional().meta({
    description:
      '`clickhouse://user:password@host:8123/database`, or `clickhouses://` with TLS. Reports are then made in ClickHouse, from a copy of the facts ([ClickHouse](scaling.md#clickhouse)).',
  }),
  FLIGHTLINE_REPORT_ROW_CAP: integer(1, 1_000_000_000)
    .default(5_000_000)
    .describe('The maximum number of rows of a report.'),
  FLIGHTLINE_REPORT_TIMEOUT_S: integer(1, 86_400)
    .default(600)
    .describe('The maximum time that the engine takes for a report, in seconds.'),
  FLIGHTLINE_EVENT_RETENTION_DAYS: integer(1, 36_500)
    .default(400)
    .describe('The number of days for which pixel events are kept.'),
  FLIGHTLINE_EVENT_ARCHIVE_DAYS: integer(1, 36_500).optional().meta({
    unset: 'never',
    description:
      'The number of days after which pixel events move from the database to Parquet files ([archived events](scaling.md#archived-events)).',
  }),
};
