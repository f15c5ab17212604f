import type { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { causeOf } from '../../platform/log/cause.ts';
import { FilesAway } from '../file-store.ts';

/** A folder of a bucket. */
export interface Bucket {
  readonly bucket: string;
  /** Without a slash at its end; empty for the whole bucket. */
  readonly prefix: string;
  /** Of a store that is not Amazon's. */
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
}

/** What a request is for. */
export type Purpose = 'read' | 'write';

/**
 * A store that accepts a connection and then stays silent is given up after this time. Callers wait for reads, which must
 * be answered within 8 s. A store that takes in a large part may need longer.
 */
const WAIT_TIMEOUT = {
  read: { silentMs: 3_000, maxAttempts: 2 },
  write: { silentMs: 15_000, maxAttempts: 3 },
} as const;
/** A body that does not go on arriving. */
const STALLED_MS = 5_000;
const CONNECT_MS = 2_000;
const MAX_CONNECTIONS = 32;

/** Credentials are those that the SDK finds: AWS_ACCESS_KEY_ID, profiles, roles. */
export async function openClient({ endpoint, region }: Bucket, purpose: Purpose): Promise<S3> {
  const { silentMs, maxAttempts } = WAIT_TIMEOUT[purpose];
  // Loaded only where it is used: it takes 30 MB of memory.
  const { S3 } = await import('@aws-sdk/client-s3');
  return new S3({
    ...(region ? { region } : {}),
    // A store that is not Amazon's has names of buckets in its paths, and any region.
    ...(endpoint ? { endpoint, forcePathStyle: true, region: region ?? 'us-east-1' } : {}),
    // Not every store knows the newer checksums. What is sent is signed with its SHA-256, and `files.ts` compares what
    // arrives.
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

/** The answer of the store; undefined for an object that is not there. Fails with FilesAway. */
export async function answerOf<T>(requested: Promise<T>): Promise<T | undefined> {
  try {
    return await requested;
  } catch (error) {
    if (isMissing(error)) return undefined;
    if (error instanceof FilesAway) throw error;
    throw new FilesAway(`the object store: ${causeOf(error)}`, { cause: error });
  }
}

/** The chunks of an object. Fails with FilesAway if they stop arriving. */
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
      // Whoever takes the chunk may take long: that is no silence of the store.
      clearTimeout(timer);
      yield chunk;
      wait();
    }
  } catch (error) {
    throw isStalled
      ? new FilesAway('the object store: its answer stopped arriving', { cause: error })
      : error;
  } finally {
    clearTimeout(timer);
  }
}
