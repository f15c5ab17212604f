import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { S3 } from '@aws-sdk/client-s3';

/** Larger files are sent in parts of this size. Each failed part is retried separately. */
const PART_BYTES = 16 * 1024 * 1024;
const READ_BYTES = 1024 * 1024;
/** The name of the metadata with the SHA-256 of the whole file. Downloads are verified against it. */
export const SHA256 = 'sha256';

interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Uploads a file. Each request contains the SHA-256 of its body, which the store verifies.
 * @returns its size in bytes
 */
export async function upload(s3: S3, target: Target, filePath: string): Promise<number> {
  const file = await open(filePath);
  try {
    const { size } = await file.stat();
    if (size <= PART_BYTES) {
      const Body = await part(file, 0, size);
      await s3.putObject({
        ...target,
        Body,
        Metadata: { [SHA256]: createHash('sha256').update(Body).digest('hex') },
      });
    } else {
      const Metadata = { [SHA256]: await sha256Of(filePath) };
      await uploadParts(s3, { target: { ...target, Metadata }, file, size });
    }
    return size;
  } finally {
    await file.close();
  }
}

async function uploadParts(
  s3: S3,
  options: { target: Target & { Metadata: Record<string, string> }; file: FileHandle; size: number },
): Promise<void> {
  const { target, file, size } = options;
  const { Bucket, Key } = target;
  const { UploadId } = await s3.createMultipartUpload(target);
  const begun = { Bucket, Key, UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    for (let start = 0; start < size; start += PART_BYTES) {
      const PartNumber = Parts.length + 1;
      const Body = await part(file, start, Math.min(PART_BYTES, size - start));
      const { ETag } = await s3.uploadPart({ ...begun, PartNumber, Body });
      Parts.push({ PartNumber, ETag });
    }
    await s3.completeMultipartUpload({ ...begun, MultipartUpload: { Parts } });
  } catch (error) {
    // If this fails, the daily sweep removes the parts.
    await s3.abortMultipartUpload(begun).catch(() => undefined);
    throw error;
  }
}

/**
 * Reads the part into memory, so that the client can retry it. The signature includes the SHA-256 of the
 * body: an additional MD5 would only take time, more than everything else.
 */
async function part(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const body = Buffer.alloc(bytes);
  await file.read(body, 0, bytes, start);
  return body;
}

async function sha256Of(filePath: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(filePath, { highWaterMark: READ_BYTES })) hash.update(chunk);
  return hash.digest('hex');
}
