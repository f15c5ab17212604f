import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Returns a stream that passes bytes through and computes their digest. Call `result` when it has ended. */
export function digesting(): { stream: Transform; result(): Digest } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
