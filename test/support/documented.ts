import { readFileSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import { answerChecker } from '../rest/openapi/checker.ts';

let check: ReturnType<typeof answerChecker> | undefined;

/**
 * Checks a response of a REST interface against openapi.json and returns it, so that every test of an endpoint also
 * proves its description. Ignores paths and methods that the document does not have.
 */
export function documented<Answer extends LightMyRequestResponse>(answer: Answer): Answer {
  const { method = '', url = '' } = answer.raw.req;
  if (method === 'HEAD') return answer;
  check ??= answerChecker(JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')));
  const isJson = String(answer.headers['content-type']).includes('json');
  const body = isJson ? answer.json() : answer.body;
  const headers = answer.headers as Record<string, string>;
  const findings = check(method, url, { status: answer.statusCode, headers, body });
  const wrong = findings.filter((finding) => !finding.endsWith('is not in the document'));
  if (wrong.length === 0) return answer;
  throw new Error(
    `${answer.statusCode} of ${method} ${url} is not as openapi.json says: ${wrong.join('; ')}`,
  );
}
