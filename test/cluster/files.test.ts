import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type FileStore, FileStoreUnavailableError } from '../../src/warehouse/file-store.ts';
import { openFiles } from '../../src/warehouse/open.ts';
import { fileStoreContract } from '../warehouse/file-store-contract.ts';
import { Swift } from './swift.ts';

let swift: Swift;
const folders: string[] = [];

beforeAll(async () => {
  swift = await Swift.start();
  for (const [name, value] of Object.entries(swift.env('contract'))) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await swift.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** As a process with a data directory of its own. */
async function open(env: Record<string, string> = {}): Promise<FileStore> {
  const dataDir = await mkdtemp(join(tmpdir(), 's3-files-'));
  folders.push(dataDir);
  return openFiles(loadConfig({ ...swift.env('contract'), FLIGHTLINE_DATA_DIR: dataDir, ...env }));
}

async function publish(files: FileStore, name: string, bytes: string): Promise<void> {
  const draft = await files.draft();
  await writeFile(draft, bytes);
  await files.publish(draft, name);
}

describe('a bucket of Swift', () => fileStoreContract(() => open()));

test('an object that was changed since it was published is refused', async () => {
  const files = await open();
  await publish(files, 'facts/damaged.parquet', 'as it was');
  const s3 = new S3Client({ endpoint: swift.endpoint, region: 'us-east-1', forcePathStyle: true });
  await s3.send(
    new PutObjectCommand({
      Bucket: 'flightline',
      Key: 'contract/facts/damaged.parquet',
      Body: 'as it is',
      Metadata: { sha256: '0'.repeat(64) },
    }),
  );
  const reader = await open();
  await expect(reader.use(['facts/damaged.parquet'], async () => undefined)).rejects.toThrow('damaged');
});

test('a signed URL returns the file with the requested headers, and no other file', async () => {
  const files = await open();
  await publish(files, 'reports/linked.csv', 'a,b\r\n');
  const address = await files.link?.('reports/linked.csv', {
    lifeS: 60,
    contentType: 'text/csv; charset=utf-8',
    disposition: 'attachment; filename="x.csv"',
  });
  const answer = await fetch(address ?? '', { headers: { range: 'bytes=0-2' } });
  expect([answer.status, await answer.text()]).toEqual([206, 'a,b']);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="x.csv"');
  const other = await fetch((address ?? '').replace('linked', 'damaged'));
  expect(other.status).toBe(403);
});

test('a store that is gone, or refuses the credentials, is FileStoreUnavailableError, and works when it is back', async () => {
  const files = await open();
  await publish(files, 'facts/kept.parquet', 'kept');
  const ask = async () => (await open()).exists('facts/kept.parquet');
  await swift.revoke(true);
  await expect(ask()).rejects.toThrow(FileStoreUnavailableError);
  await swift.revoke(false);
  expect(await ask()).toBe(true);
  await swift.kill();
  await expect(ask()).rejects.toThrow(FileStoreUnavailableError);
  // What has a copy here needs no store.
  await files.use(['facts/kept.parquet'], async (places) => expect(places).toHaveLength(1));
  await swift.resume();
  expect(await ask()).toBe(true);
});

test('with one of three devices gone, files are written and read', async () => {
  await swift.takeDevice();
  const files = await open();
  for (let n = 0; n < 10; n += 1) await publish(files, `facts/short/${n}.parquet`, String(n));
  await swift.giveDevice();
  const reader = await open();
  for (let n = 0; n < 10; n += 1) expect(await reader.exists(`facts/short/${n}.parquet`)).toBe(true);
});
