import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished, vi } from 'vitest';

/** What a client did. */
type Step = 'put' | 'begin' | 'part' | 'complete' | 'abort' | 'get' | 'head' | 'delete' | 'list' | 'uploads';

interface Stored {
  body: Buffer;
  readonly sha256: string;
  readonly changedAt: Date;
}

interface Upload {
  readonly sha256: string;
  readonly parts: Map<number, Buffer>;
}

interface Answer {
  status?: number;
  text?: string;
  stored?: Stored;
}

const errorOf = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
const MISSING: Answer = { status: 404, text: errorOf('NoSuchKey') };
const PAGE = 1_000;

/**
 * A store with S3's interface, which compares each body with the SHA-256 in its signature, as all of them do.
 * `damages` names the body, counted from 1, that does not arrive as it was sent.
 */
export async function fakeS3({ damages }: { damages?: number } = {}) {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'flight');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'line');
  const steps: Step[] = [];
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Upload>();
  let bodies = 0;

  let denial: string | undefined;

  async function answer(request: IncomingMessage): Promise<Answer> {
    if (denial) return { status: 403, text: errorOf(denial) };
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://store');
    const step = stepOf(request, searchParams);
    steps.push(step);
    const body = await buffer(request);
    if (step === 'put' || step === 'part') bodies += 1;
    if (bodies === damages) body.write('damaged');
    const digest = createHash('sha256').update(body).digest('hex');
    if (request.headers['x-amz-content-sha256'] !== digest)
      return { status: 400, text: errorOf('BadDigest') };
    const sha256 = String(request.headers['x-amz-meta-sha256']);
    const id = searchParams.get('uploadId') ?? '';
    const stored = objects.get(pathname);
    switch (step) {
      case 'put':
        objects.set(pathname, { body, sha256, changedAt: new Date() });
        return {};
      case 'begin': {
        const begun = randomUUID();
        uploads.set(begun, { sha256, parts: new Map() });
        return {
          text: `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
        };
      }
      case 'part':
        uploads.get(id)?.parts.set(Number(searchParams.get('partNumber')), body);
        return {};
      case 'complete': {
        const upload = uploads.get(id);
        if (!upload) return { status: 404, text: errorOf('NoSuchUpload') };
        const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part);
        objects.set(pathname, {
          body: Buffer.concat(parts),
          sha256: upload.sha256,
          changedAt: new Date(),
        });
        uploads.delete(id);
        return { text: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' };
      }
      case 'abort':
        uploads.delete(id);
        return { status: 204 };
      case 'delete':
        objects.delete(pathname);
        return { status: 204 };
      case 'list':
        return { text: listOf(objects, pathname, searchParams) };
      case 'uploads':
        return { text: '<ListMultipartUploadsResult></ListMultipartUploadsResult>' };
      default:
        return stored ? { stored } : MISSING;
    }
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
  /** From now on every request is refused with this code; without one, they are answered again. */
  const deny = (code?: string) => {
    denial = code;
  };
  return { steps, objects, deny, bucket: { bucket: 'b', prefix: '', endpoint } };
}

/** A page of the names that begin with a prefix, in their order. */
function listOf(objects: ReadonlyMap<string, Stored>, bucketPath: string, params: URLSearchParams): string {
  const bucket = `${bucketPath.replace(/\/$/, '')}/`;
  const after = params.get('continuation-token') ?? '';
  const found = [...objects]
    .map(([path, stored]) => ({ key: decodeURIComponent(path.slice(bucket.length)), path, stored }))
    .filter(({ path, key }) => path.startsWith(bucket) && key.startsWith(params.get('prefix') ?? ''))
    .filter(({ key }) => key > after)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
  const page = found.slice(0, PAGE);
  const contents = page.map(
    ({ key, stored }) =>
      `<Contents><Key>${key}</Key><LastModified>${stored.changedAt.toISOString()}</LastModified></Contents>`,
  );
  const next =
    found.length > PAGE ? `<NextContinuationToken>${page.at(-1)?.key}</NextContinuationToken>` : '';
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
}

function stepOf({ method }: IncomingMessage, params: URLSearchParams): Step {
  if (method === 'HEAD') return 'head';
  if (method === 'GET') {
    if (params.has('list-type')) return 'list';
    return params.has('uploads') ? 'uploads' : 'get';
  }
  if (method === 'DELETE') return params.has('uploadId') ? 'abort' : 'delete';
  if (method === 'POST') return params.has('uploads') ? 'begin' : 'complete';
  return params.has('partNumber') ? 'part' : 'put';
}
