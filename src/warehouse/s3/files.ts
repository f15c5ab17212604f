import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3 } from '@aws-sdk/client-s3';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../../platform/files/private-access.ts';
import {
  type ByteRange,
  type FileStore,
  FileStoreUnavailableError,
  type LinkOptions,
} from '../file-store.ts';
import { createLocalFiles } from '../local-files.ts';
import { FileCache } from './cache.ts';
import { answerOf, type Bucket, chunksOf, openClient, type Purpose } from './client.ts';
import { SHA256, upload } from './upload.ts';

const OWNER = 'database.id';
/** An upload that began longer ago than this was abandoned. */
const UPLOAD_LIFE_MS = 24 * 3_600_000;

/**
 * Returns a store for files in a folder of a bucket. Drafts and the copies that DuckDB reads are below `root` on
 * this machine.
 */
export function createS3Files(options: { bucket: Bucket; root: string; cacheBytes: number }): FileStore {
  const { bucket, root } = options;
  const files = new S3Files(bucket);
  const local = createLocalFiles(root);
  const cache = new FileCache({
    folder: path.join(root, 'cache'),
    maxBytes: options.cacheBytes,
    fetch: (name, filePath) => files.download(name, filePath),
  });
  return {
    setting: 'FLIGHTLINE_FILES',
    location: `s3://${bucket.bucket}${bucket.prefix && `/${bucket.prefix}`}`,
    draft: local.draft,
    publish: async (draft, name) => {
      const bytes = await files.upload(name, draft);
      await cache.adopt(draft, name);
      return bytes;
    },
    use: (names, work) => cache.use(names, work),
    read: (name, range) => Readable.from(files.chunks(name, range, cache), { objectMode: false }),
    exists: (name) => files.exists(name),
    copy: (name, other) => files.copy(name, other),
    save: (name, filePath) => files.download(name, filePath),
    removeAll: async (folder) => {
      for (const { name } of await files.list(folder)) await files.remove(name);
    },
    remove: async (name) => {
      if (path.isAbsolute(name)) return local.remove(name);
      await files.remove(name);
      await cache.forget(name);
    },
    list: (folder) => (folder === 'drafts' ? local.list(folder) : files.list(folder)),
    owner: () => files.owner(),
    setOwner: (id) => files.setOwner(id),
    link: (name, link) => files.link(name, link),
  };
}

class S3Files {
  readonly #bucket: Bucket;
  readonly #opened = new Map<Purpose, Promise<S3>>();

  constructor(bucket: Bucket) {
    this.#bucket = bucket;
  }

  #client(purpose: Purpose = 'read'): Promise<S3> {
    const client = this.#opened.get(purpose) ?? openClient(this.#bucket, purpose);
    this.#opened.set(purpose, client);
    return client;
  }

  #target(name: string) {
    const { bucket, prefix } = this.#bucket;
    return { Bucket: bucket, Key: prefix ? `${prefix}/${name}` : name };
  }

  #nameOf(key: string): string {
    const { prefix } = this.#bucket;
    return prefix ? key.slice(prefix.length + 1) : key;
  }

  async #send<T>(request: (s3: S3) => Promise<T>, purpose?: Purpose): Promise<T | undefined> {
    const s3 = await this.#client(purpose);
    return await answerOf(request(s3));
  }

  async upload(name: string, filePath: string): Promise<number> {
    const bytes = await this.#send((s3) => upload(s3, this.#target(name), filePath), 'write');
    if (bytes === undefined)
      throw new FileStoreUnavailableError(`the object store has no bucket ${this.#bucket.bucket}`);
    return bytes;
  }

  /** Downloads an object to a path, and verifies its checksum. */
  async download(name: string, filePath: string): Promise<void> {
    const found = await this.#send((s3) => s3.getObject(this.#target(name)));
    if (!found)
      throw new FileStoreUnavailableError(`the object store has no ${name}, which the database names`);
    const hash = createHash('sha256');
    await mkdir(path.dirname(filePath), { recursive: true, mode: PRIVATE_DIRECTORY });
    await answerOf(
      pipeline(
        chunksOf(found.Body as Readable),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(filePath, { flags: 'wx', mode: PRIVATE_FILE }),
      ),
    );
    const expected = found.Metadata?.[SHA256];
    if (expected !== undefined && expected !== hash.digest('hex')) {
      await rm(filePath, { force: true });
      throw new FileStoreUnavailableError(`${name} arrived damaged from the object store`);
    }
  }

  async *chunks(name: string, range: ByteRange | undefined, cache: FileCache): AsyncGenerator<Buffer> {
    const copy = await cache.find(name);
    const handle = copy && (await open(copy).catch(() => undefined));
    if (handle) {
      yield* handle.createReadStream(range);
      return;
    }
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await this.#send((s3) => s3.getObject({ ...this.#target(name), Range }));
    if (!found) throw new FileStoreUnavailableError(`the object store has no ${name}`);
    yield* chunksOf(found.Body as Readable);
  }

  async exists(name: string): Promise<boolean> {
    return (await this.#send((s3) => s3.headObject(this.#target(name)))) !== undefined;
  }

  async copy(name: string, other: string): Promise<boolean> {
    const { Bucket, Key } = this.#target(name);
    const CopySource = encodeURI(`${Bucket}/${Key}`);
    const target = { ...this.#target(other), CopySource };
    return (await this.#send((s3) => s3.copyObject(target), 'write')) !== undefined;
  }

  async remove(name: string): Promise<void> {
    await this.#send((s3) => s3.deleteObject(this.#target(name)));
  }

  async list(folder: string): Promise<{ name: string; changedAt: Date }[]> {
    const { Bucket, Key } = this.#target(`${folder}/`);
    await this.#abortUploads(Key);
    const found: { name: string; changedAt: Date }[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await this.#send((s3) => s3.listObjectsV2({ Bucket, Prefix: Key, ContinuationToken }));
      for (const { Key: key, LastModified } of page?.Contents ?? [])
        if (key && LastModified) found.push({ name: this.#nameOf(key), changedAt: LastModified });
      ContinuationToken = page?.NextContinuationToken;
    } while (ContinuationToken);
    return found;
  }

  /**
   * Aborts abandoned uploads: the store keeps, and charges for, the parts of an upload that a crash
   * interrupted.
   */
  async #abortUploads(Prefix: string): Promise<void> {
    const { Bucket } = this.#target('');
    const page = await this.#send((s3) => s3.listMultipartUploads({ Bucket, Prefix }));
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? [])
      if (Initiated && Date.now() - Initiated.getTime() > UPLOAD_LIFE_MS)
        await this.#send((s3) => s3.abortMultipartUpload({ Bucket, Key, UploadId }));
  }

  async owner(): Promise<string | undefined> {
    const found = await this.#send((s3) => s3.getObject(this.#target(OWNER)));
    return (await found?.Body?.transformToString())?.trim();
  }

  async setOwner(id: string): Promise<void> {
    const sent = await this.#send((s3) => s3.putObject({ ...this.#target(OWNER), Body: `${id}\n` }));
    if (!sent) throw new FileStoreUnavailableError(`the object store has no bucket ${this.#bucket.bucket}`);
  }

  async link(name: string, { lifeS, contentType, disposition }: LinkOptions): Promise<string> {
    const [{ GetObjectCommand }, { getSignedUrl }, s3] = await Promise.all([
      import('@aws-sdk/client-s3'),
      import('@aws-sdk/s3-request-presigner'),
      this.#client(),
    ]);
    const command = new GetObjectCommand({
      ...this.#target(name),
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
    });
    return getSignedUrl(s3, command, { expiresIn: lifeS });
  }
}
