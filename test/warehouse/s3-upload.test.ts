import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3 } from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { upload } from '../../src/warehouse/s3/upload.ts';

const PART_BYTES = 16 * 1024 * 1024;
const folder = await mkdtemp(join(tmpdir(), 's3-upload-'));
afterAll(() => rm(folder, { recursive: true }));

interface Sent {
  Body?: Buffer;
  ContentMD5?: string;
  Metadata?: Record<string, string>;
}

/** A store that verifies Content-MD5, and damages the first bytes of the part that is named. */
function store({ damages }: { damages?: number } = {}) {
  const calls: string[] = [];
  const metadata: (object | undefined)[] = [];
  let parts = 0;
  const verify = ({ Body = Buffer.alloc(0), ContentMD5 }: Sent) => {
    parts += 1;
    const arrived = Buffer.from(Body);
    if (parts === damages) arrived.write('damaged');
    if (ContentMD5 !== createHash('md5').update(arrived).digest('base64')) throw new Error('BadDigest');
  };
  const told =
    (name: string, answer: object = {}) =>
    async (sent: Sent) => {
      calls.push(name);
      if (name === 'put' || name === 'begin') metadata.push(sent.Metadata);
      if (sent.Body) verify(sent);
      return answer;
    };
  const s3 = {
    putObject: told('put'),
    createMultipartUpload: told('begin', { UploadId: '1' }),
    uploadPart: told('part', { ETag: 'x' }),
    completeMultipartUpload: told('complete'),
    abortMultipartUpload: told('abort'),
  };
  return { s3: s3 as unknown as S3, calls, metadata };
}

async function send(bytes: number, options: { damages?: number } = {}) {
  const place = join(folder, `${bytes}`);
  await writeFile(place, Buffer.alloc(bytes, 7));
  const { s3, calls } = store(options);
  const done = await upload(s3, { Bucket: 'b', Key: 'k' }, place).catch((error: Error) => error.message);
  return { done, calls };
}

test('each request is verified by the store: a file in one, a larger one in parts', async () => {
  expect(await send(1_000)).toEqual({ done: 1_000, calls: ['put'] });
  expect(await send(2 * PART_BYTES + 1)).toEqual({
    done: 2 * PART_BYTES + 1,
    calls: ['begin', 'part', 'part', 'part', 'complete'],
  });
});

test('a file of which a part arrived damaged is not published, and its upload is given up', async () => {
  expect(await send(1_000, { damages: 1 })).toEqual({ done: 'BadDigest', calls: ['put'] });
  expect(await send(2 * PART_BYTES, { damages: 2 })).toEqual({
    done: 'BadDigest',
    calls: ['begin', 'part', 'part', 'abort'],
  });
});

test.each([1_000, 2 * PART_BYTES])(
  'the SHA-256 of %i bytes is kept beside them for whoever reads them',
  async (bytes) => {
    const place = join(folder, `${bytes}-read`);
    const content = Buffer.alloc(bytes, 9);
    await writeFile(place, content);
    const { s3, metadata } = store();
    await upload(s3, { Bucket: 'b', Key: 'k' }, place);
    expect(metadata).toEqual([{ sha256: createHash('sha256').update(content).digest('hex') }]);
  },
);
