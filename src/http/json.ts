import type { FastifyInstance } from 'fastify';
import { HttpFault } from './faults.ts';

/** What no documented body comes near; deeper ones exhaust the stack of whoever walks or stores them. */
const DEEPEST = 64;

/** Bodies are JSON and nothing else; with `emptyIsNone` an empty one is as good as none. */
export function acceptJson(app: FastifyInstance, { emptyIsNone = false } = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '' && emptyIsNone) done(null, undefined);
    else if (isTooDeep(text)) done(new HttpFault('MALFORMED_BODY'), undefined);
    else parse(request, text, done);
  });
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (quoted) {
      if (char === '\\') i += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}
