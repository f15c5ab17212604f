import type pg from 'pg';
import { codeOf, currentTracer, type Span } from './span.ts';

const LONGEST_TEXT = 2000;
/** A literal, also one that the cut left open, and a number that is no part of a name or of `$1`. */
const LITERAL = /'(?:[^']|'')*(?:'|$)|(?<![\w$])\d+(?:\.\d+)?\b/g;
const TARGET = /\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?(\w+)/i;

/** Makes each statement of a connection a span, if it belongs to one. Values are bound, and not shown. */
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
  const shown = text.slice(0, LONGEST_TEXT).replace(LITERAL, '?').trim();
  const operation = (/^\w+/.exec(shown)?.[0] ?? 'statement').toUpperCase();
  const target = TARGET.exec(shown)?.[1];
  return tracer.start({
    name: target ? `${operation} ${target}` : operation,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': shown },
  });
}

/** A cursor or a COPY stream has no single answer, and is left out. */
function textOf(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement;
  const { text, submit } = (statement ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : undefined;
}

function finish(span: Span, error?: unknown): void {
  if (error) span.fail(codeOf(error));
  span.end();
}
