import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';

/** What is noted of a body while it arrives; the body itself is not kept. */
interface Noted {
  readonly hash: Hash;
  size: number;
  mutates: boolean;
  /** Of the chunk before, for a word that two chunks share. */
  tail: string;
}

const noted = new WeakMap<FastifyRequest, Noted>();

/** Notes a body that something else reads. */
export function watchBody(request: FastifyRequest, payload: Readable): void {
  const note: Noted = { hash: createHash('sha256'), size: 0, mutates: false, tail: '' };
  noted.set(request, note);
  payload.on('data', (chunk: Buffer | string) => {
    note.hash.update(chunk);
    note.size += chunk.length;
    const text = note.tail + String(chunk);
    note.mutates ||= /\bmutation\b/.test(text);
    note.tail = text.slice(-'mutation'.length);
  });
}

/** Notes a body that nothing else will read, because the call is refused before. */
export async function readBody(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  watchBody(request, request.raw);
  // Who leaves in the middle has sent no body.
  await finished(request.raw, { writable: false }).catch(() => undefined);
}

/** SHA-256 in hex; null without a body. */
export function bodyHash(request: FastifyRequest): string | null {
  const note = noted.get(request);
  return note && note.size > 0 ? note.hash.copy().digest('hex') : null;
}

/** Says whether the body has a GraphQL mutation, as far as a word can say it. */
export const mutates = (request: FastifyRequest): boolean => noted.get(request)?.mutates ?? false;
