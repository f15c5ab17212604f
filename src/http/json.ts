import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { markNumbers, reviveNumbers } from './exact-json.ts';
import { HttpFault } from './faults.ts';

/** The deepest documented body is a report with a `having` of 50 levels, two each; far deeper ones exhaust the stack. */
const DEEPEST = 128;
const TOO_DEEP = `The request body is nested more than ${DEEPEST} levels deep.`;

/**
 * Bodies are JSON in UTF-8 and nothing else; with `emptyIsNone` an empty one counts as absent. A number that a
 * double cannot hold is read as an InexactNumber.
 */
export function acceptJson(app: FastifyInstance, { emptyIsNone = false } = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Decoding alone would replace invalid bytes with U+FFFD, and store that.
    if (!isUtf8(body)) return done(new HttpFault('MALFORMED_BODY'), undefined);
    const json = body.toString();
    if (json === '' && emptyIsNone) return done(null, undefined);
    const { text, depth, hasMarks } = markNumbers(json);
    if (depth > DEEPEST) return done(new HttpFault('MALFORMED_BODY', {}, TOO_DEEP), undefined);
    parse(request, text, hasMarks ? (error, value) => done(error, reviveNumbers(value)) : done);
  });
}
