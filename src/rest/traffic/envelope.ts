import { headersOf, type Refusal, statusOf } from '../../http/faults.ts';
import { type Answer, type HttpInterface, pathsUnder } from '../../http/interface.ts';
import type { JsonText } from '../../resources/read/answer.ts';
import { rewordRefusals } from '../wire/reword.ts';

export function envelope(response: unknown, now: Date) {
  return { response, errors: null, timeStamp: now.toISOString() };
}

/** The same for JSON text from the database. */
export function envelopeText({ text }: JsonText, now: Date): string {
  return `{"response":${text},"errors":null,"timeStamp":"${now.toISOString()}"}`;
}

function refuse(refusal: Refusal, now: Date): Answer {
  const status = statusOf(refusal);
  return {
    status,
    headers: headersOf(refusal),
    body: {
      response: null,
      errors: { httpStatusCode: status, ...detailOf(refusal) },
      timeStamp: now.toISOString(),
    },
  };
}

/** `message` is null if there are `validationErrors`. */
function detailOf(refusal: Refusal) {
  switch (refusal.code) {
    case 'VALIDATION':
      return {
        message: null,
        validationErrors: refusal.issues.map(({ path, message }) => ({ message, propertyName: path })),
      };
    case 'RATE_LIMITED':
      return {
        message: null,
        validationErrors: [{ message: refusal.message, propertyName: refusal.limit }],
      };
    case 'UNAUTHENTICATED':
      return { message: 'HTTP 401 Unauthorized', validationErrors: [] };
    default:
      return { message: refusal.message, validationErrors: [] };
  }
}

export const trafficInterface: HttpInterface = {
  name: 'traffic',
  owns: pathsUnder('/traffic'),
  refuse,
  reword: rewordRefusals('traffic'),
};
