import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readInTurn } from '../domain/access/large-bodies.ts';
import { callerIfKnown } from './caller.ts';
import { delegatedCall } from './direct/call.ts';
import { markNumbers, reviveNumbers } from './exact-json.ts';
import { HttpFault } from './faults.ts';

/** Fastify's own parser does not use the request. */
const NO_REQUEST = {} as FastifyRequest;

/**
 * Returns a parser for bodies of JSON in UTF-8. A number that a double cannot represent is parsed to an
 * InexactNumber.
 */
export function jsonReader(app: FastifyInstance): (body: Buffer) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (body) => {
    // Decoding alone would replace invalid bytes with U+FFFD, which would then be stored.
    if (!isUtf8(body)) throw new HttpFault('MALFORMED_BODY');
    const { problem, bytes, hasMarks } = markNumbers(body);
    if (problem !== undefined) throw new HttpFault('MALFORMED_BODY', {}, `The request body ${problem}.`);
    let read: { error: Error | null; value?: unknown } = { error: null };
    parse(NO_REQUEST, bytes.toString(), (error, value) => {
      read = { error, value };
    });
    if (read.error) throw read.error;
    return hasMarks ? reviveNumbers(read.value) : read.value;
  };
}

/** Accepts only JSON bodies. With `emptyIsNone`, an empty body counts as absent. */
export function acceptJson(app: FastifyInstance, { emptyIsNone = false } = {}): void {
  const read = jsonReader(app);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const value = delegatedCall(request)?.json;
    if (value !== undefined) return done(null, value);
    const seatId = callerIfKnown(request)?.seatId;
    try {
      const parsed = readInTurn({ seatId, bytes: body.length }, () =>
        emptyIsNone && body.length === 0 ? undefined : read(body),
      );
      if (parsed instanceof Promise) parsed.then((value) => done(null, value), done);
      else done(null, parsed);
    } catch (error) {
      done(error as Error);
    }
  });
}
