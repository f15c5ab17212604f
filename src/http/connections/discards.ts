import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from '../body-encoding.ts';
import { areChunksTooSmall } from './chunks.ts';

/**
 * How many bytes per second of refused bodies are read and discarded, over all connections. Many clients read the
 * response only after they have sent the whole body.
 */
const BYTES_PER_S = 16 * 1024 * 1024;
const EVERY_MS = 50;
const BURST = (BYTES_PER_S * EVERY_MS) / 1_000;
/** Every chunk counts as this many bytes at least, because it takes time to receive. */
const CHUNK_BYTES = 4 * 1024;

/** Discards the bodies of requests that are refused before they have arrived, at a limited speed. */
export function discardSlowly(app: FastifyInstance): void {
  const paused = new Set<IncomingMessage>();
  let left = BURST;
  let timer: NodeJS.Timeout | undefined;

  function refill(): void {
    left = Math.min(left + BURST, BURST);
    for (const body of paused) {
      if (left <= 0) return;
      paused.delete(body);
      body.resume();
    }
    clearInterval(timer);
    timer = undefined;
  }

  function discard(body: IncomingMessage): void {
    const read = { chunks: 0, bytes: 0 };
    body.once('close', () => paused.delete(body));
    body.on('data', (chunk: Buffer) => {
      read.chunks += 1;
      read.bytes += chunk.length;
      if (areChunksTooSmall(read)) return body.socket.destroy();
      left -= Math.max(chunk.length, CHUNK_BYTES);
      if (left > 0) return;
      body.pause();
      paused.add(body);
      timer ??= setInterval(refill, EVERY_MS).unref();
    });
  }

  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    // A body that is being read has a listener already.
    if (hasBody(raw) && !raw.complete && raw.listenerCount('data') === 0) discard(raw);
    done(null, payload);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
