import type { FastifyInstance } from 'fastify';
import { markNumbers, reviveNumbers } from './exact-json.ts';
import { HttpFault } from './faults.ts';

/** What no documented body comes near; deeper ones exhaust the stack of whoever walks or stores them. */
const DEEPEST = 64;

/**
 * Bodies are JSON and nothing else; with `emptyIsNone` an empty one is as good as none. A number that a double
 * cannot hold is read as an InexactNumber.
 */
export function acceptJson(app: FastifyInstance, { emptyIsNone = false } = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body);
    if (json === '' && emptyIsNone) return done(null, undefined);
    const { text, depth, hasMarks } = markNumbers(json);
    if (depth > DEEPEST) return done(new HttpFault('MALFORMED_BODY'), undefined);
    parse(request, text, hasMarks ? (error, value) => done(error, reviveNumbers(value)) : done);
  });
}
