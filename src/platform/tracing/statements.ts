import type pg from 'pg';
import { codeOf, currentTracer, type Span } from './span.ts';

const MAX_TEXT_LENGTH = 2000;
/** A string literal, also one that was cut off, or a number that is not part of a name or of `$1`. */
const LITERAL = /'(?:[^']|'')*(?:'|$)|(?<![\w$])\d+(?:\.\d+)?\b/g;
const TARGET = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?(\w+)/i;

/**
 * Creates a span for each statement of a connection, within the running span. Bound values are not
 * recorded.
 */
export function traceStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const tracedQuery = (...args: unknown[]): unknown => {
    const span = spanOf(args[0]);
    if (!span) return query(...args);
    const done = args.at(-1);
    if (typeof done === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        finish(span, error);
        done(error, result);
      };
      return query(...args);
    }
    const answer = query(...args);
    if (answer instanceof Promise)
      answer.then(
        () => finish(span),
        (error) => finish(span, error),
      );
    else span.end();
    return answer;
  };
  client.query = tracedQuery as typeof client.query;
}

function spanOf(statement: unknown): Span | undefined {
  const tracer = currentTracer();
  const text = textOf(statement);
  if (text === undefined || !tracer?.isWithinSpan()) return undefined;
  const shown = text.slice(0, MAX_TEXT_LENGTH).replace(LITERAL, '?').trim();
  const operation = (/^\w+/.exec(shown)?.[0] ?? 'statement').toUpperCase();
  const target = TARGET.exec(shown)?.[1];
  return tracer.start({
    name: target ? `${operation} ${target}` : operation,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': shown },
  });
}

/**
 * Returns the text of a statement. Cursors and COPY streams are left out, because they have no single
 * result.
 */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}

function finish(span: Span, error?: unknown): void {
  if (error) span.fail(codeOf(error));
  span.end();
}
