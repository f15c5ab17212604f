import type { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { causeOf } from '../../platform/log/cause.ts';
import { FileStoreUnavailableError } from '../file-store.ts';

/** A folder of a bucket. */
export interface Bucket {
  readonly bucket: string;
  /** Without a trailing slash. Empty for the whole bucket. */
  readonly prefix: string;
  /** The address of a store that is not Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
}

/** The purpose of a request, which determines its time limits. */
export type Purpose = 'read' | 'write';

/**
 * A request to a store that accepts the connection and does not respond is aborted after this time. Callers
 * wait for reads, which must be answered within 8 s. A store may need longer to accept a large part.
 */
const WAIT_TIMEOUT = {
  read: { silentMs: 3_000, maxAttempts: 2 },
  write: { silentMs: 15_000, maxAttempts: 3 },
} as const;
/** How long a response body may make no progress. */
const STALLED_MS = 5_000;
const CONNECT_MS = 2_000;
const MAX_CONNECTIONS = 32;

/** Returns a client with the credentials that the SDK finds: AWS_ACCESS_KEY_ID, profiles, roles. */
export async function openClient({ endpoint, region }: Bucket, purpose: Purpose): Promise<S3> {
  const { silentMs, maxAttempts } = WAIT_TIMEOUT[purpose];
  // Loaded only where it is used, because it takes 30 MB of memory.
  const { S3 } = await import('@aws-sdk/client-s3');
  return new S3({
    ...(region ? { region } : {}),
    // A store that is not Amazon's has bucket names in its paths, and accepts any region.
    ...(endpoint ? { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' } : {}),
    // Not every store supports the newer checksums. Requests are signed with their SHA-256, and `files.ts`
    // verifies downloads.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: silentMs,
      socketTimeout: WAIT_TIMEOUT.write.silentMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
    },
  });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);

/** Returns the store's response, or undefined if the object does not exist. Throws FileStoreUnavailableError. */
export async function answerOf<T>(requested: Promise<T>): Promise<T | undefined> {
  try {
    return await requested;
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof FileStoreUnavailableError) throw error;
    throw new FileStoreUnavailableError(`the object store: ${causeOf(error)}`, { cause: error });
  }
}

/** Yields the chunks of an object. Throws FileStoreUnavailableError if they stop arriving. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  let isStalled = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    timer = setTimeout(() => {
      isStalled = true;
      body.destroy();
    }, STALLED_MS);
  };
  wait();
  try {
    for await (const chunk of body) {
      // The consumer of the chunk may take long, which does not count as silence of the store.
      clearTimeout(timer);
      yield chunk;
      wait();
    }
  } catch (error) {
    throw isStalled
      ? new FileStoreUnavailableError('the object store: its answer stopped arriving', { cause: error })
      : error;
  } finally {
    clearTimeout(timer);
  }
}
