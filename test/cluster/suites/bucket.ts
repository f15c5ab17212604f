import { randomUUID } from 'node:crypto';

/** Settings of a system whose files are in a folder of its own of the bucket (swift.ts). */
export const folderOfBucket = (): Record<string, string> => ({
  FLIGHTLINE_FILES: `${process.env.FLIGHTLINE_FILES}/${randomUUID()}`,
  FLIGHTLINE_S3_ENDPOINT: process.env.FLIGHTLINE_S3_ENDPOINT ?? '',
});
