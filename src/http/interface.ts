import type { FastifyRequest } from 'fastify';
import { headersOf, type Refusal, statusOf } from './faults.ts';

/** An HTTP response before it is written. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * A documented interface: its paths and the format of its errors. Unknown paths and errors of HTTP itself
 * are answered in the envelope of the interface that owns the path.
 */
export interface HttpInterface {
  readonly name: string;
  owns(path: string): boolean;
  refuse(refusal: Refusal, now: Date): Answer;
  /** Changes the body of an error for a known caller. */
  reword?(request: FastifyRequest, body: unknown, refusal: Refusal): unknown;
}

/** Returns an `owns` function for a path and all paths below it. */
export function pathsUnder(prefix: string): (path: string) => boolean {
  return (path) => path === prefix || path.startsWith(`${prefix}/`);
}

/** The envelope of paths that belong to no interface. */
const plain: HttpInterface = {
  name: 'http',
  owns: () => true,
  refuse: (refusal) => ({
    status: statusOf(refusal),
    headers: headersOf(refusal),
    body: { error: refusal.code, message: refusal.message },
  }),
};

export function interfaceOf(interfaces: readonly HttpInterface[], url: string): HttpInterface {
  // What follows a semicolon are parameters of a segment (RFC 3986, 3.3).
  // Encodings that no path can have are left out, so that a refused path still belongs to its interface.
  const path = (url.split('?', 1)[0] ?? '/').replaceAll(/;[^/]*|%(?![0-9a-f]{2})|%[01][0-9a-f]|%7f/gi, '');
  return interfaces.find((candidate) => candidate.owns(path)) ?? plain;
}
