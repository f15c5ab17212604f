import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';

/** What a client did. */
type Step = 'put' | 'begin' | 'part' | 'complete' | 'abort' | 'get';

interface Stored {
  body: Buffer;
  readonly sha256: string;
}

const BEGUN = '<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>';
const COMPLETED = '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>';
const MISSING = '<Error><Code>NoSuchKey</Code><Message>NoSuchKey</Message></Error>';
const REFUSED = '<Error><Code>BadDigest</Code><Message>BadDigest</Message></Error>';

/**
 * A store with S3's interface, which compares each body with the SHA-256 in its signature, as all of them do.
 * `damages` names the body, counted from 1, that does not arrive as it was sent. Parts are not put together.
 */
export async function fakeS3({ damages }: { damages?: number } = {}) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'flight');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'line');
  const steps: Step[] = [];
  const objects = new Map<string, Stored>();
  let bodies = 0;

  let denial: string | undefined;

  async function answer(request: IncomingMessage) {
    if (denial)
      return { status: 403, text: `<Error><Code>${denial}</Code><Message>${denial}</Message></Error>` };
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const step = stepOf(request, searchParams);
    steps.push(step);
    const body = await buffer(request);
    if (step === 'put' || step === 'part') bodies += 1;
    if (bodies === damages) body.write('damaged');
    const digest = createHash('sha256').update(body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== digest) return { status: 400, text: REFUSED };
    if (step === 'put' || step === 'begin')
      objects.set(pathname, { body, sha256: String(request.headers['x-amz-meta-sha256']) });
    if (step === 'get') {
      const stored = objects.get(pathname);
      return stored ? { stored } : { status: 404, text: MISSING };
    }
    return { text: { begin: BEGUN, complete: COMPLETED }[step as string] };
  }

  const server = createServer(async (request, response) => {
    const { status = 200, text = '', stored } = await answer(request);
    response.writeHead(status, { etag: '"x"', ...(stored && { 'x-amz-meta-sha256': stored.sha256 }) });
    response.end(stored?.body ?? text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  /** From now on every request is refused with this code. */
  const deny = (code: string) => {
    denial = code;
  };
  return { steps, objects, deny, bucket: { bucket: 'b', prefix: '', endpoint } };
}

function stepOf({ method }: IncomingMessage, asked: URLSearchParams): Step {
  if (method === 'GET') return 'get';
  if (method === 'DELETE') return 'abort';
  if (method === 'POST') return asked.has('uploads') ? 'begin' : 'complete';
  return asked.has('partNumber') ? 'part' : 'put';
}
