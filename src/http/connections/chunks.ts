import type { FastifyInstance } from 'fastify';

/** Every chunk of a body takes 3 µs and some 300 bytes of memory, even if it is a single byte. */
const MAX_CHUNKS = 1_000;
const BYTES_PER_CHUNK = 64;
/** How much of a refused body is read and discarded. */
const MAX_DISCARDED = 64 * 1024;

export const TOO_SMALL = `The chunks of the request body are too small: beyond ${MAX_CHUNKS}, they must be ${BYTES_PER_CHUNK} bytes long on average.`;

/** Returns whether a body arrives in so many chunks that receiving them takes longer than processing it. */
export const areTooSmall = ({
  chunks,
  bytes,
}: {
  readonly chunks: number;
  readonly bytes: number;
}): boolean => chunks > MAX_CHUNKS + bytes / BYTES_PER_CHUNK;

/**
 * Reads a limited part of a body in chunks that is refused before it has arrived, because the client may not read the
 * response before it has sent everything. Node would discard any number of chunks.
 */
export function boundDiscardedChunks(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    const isUnread = raw.headers['transfer-encoding'] !== undefined && !raw.complete;
    if (isUnread && raw.listenerCount('data') === 0) {
      const discarded = { chunks: 0, bytes: 0 };
      raw.on('data', (chunk: Buffer) => {
        discarded.chunks += 1;
        discarded.bytes += chunk.length;
        if (discarded.bytes > MAX_DISCARDED || areTooSmall(discarded)) raw.socket.destroy();
      });
    }
    done(null, payload);
  });
}
