import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';

/** What is recorded about a body while it arrives. The body itself is not stored. */
interface Noted {
  readonly hash: Hash;
  size: number;
  hasMutationKeyword: boolean;
  /** The end of the previous chunk, for a word that spans two chunks. */
  tail: string;
}

const noted = new WeakMap<FastifyRequest, Noted>();

/** Records a body that other code reads. */
export function watchBody(request: FastifyRequest, payload: Readable): void {
  const note: Noted = { hash: createHash('sha256'), size: 0, hasMutationKeyword: false, tail: '' };
  noted.set(request, note);
  payload.on('data', (chunk: Buffer | string) => {
    note.hash.update(chunk);
    note.size += chunk.length;
    const text = note.tail + String(chunk);
    note.hasMutationKeyword ||= /\bmutation\b/.test(text);
    note.tail = text.slice(-'mutation'.length);
  });
}

/** Records a body that no other code will read, because the call is refused before. */
export async function readBody(request: FastifyRequest): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  watchBody(request, request.raw);
  // A client that disconnects in the middle has sent no body.
  await finished(request.raw, { writable: false }).catch(() => undefined);
}

/** Returns the SHA-256 in hex, or null without a body. */
export function bodyHash(request: FastifyRequest): string | null {
  const note = noted.get(request);
  return note && note.size > 0 ? note.hash.copy().digest('hex') : null;
}

/** Returns whether the body seems to contain a GraphQL mutation, by looking for the keyword. */
export const hasMutationKeyword = (request: FastifyRequest): boolean =>
  noted.get(request)?.hasMutationKeyword ?? false;
