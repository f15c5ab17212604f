import { EVENTS_PER_REQUEST } from '../../domain/events/event/post.ts';
import { HttpFault, type HttpFaultCode, headersOf, type Refusal, statusOf } from '../../http/faults.ts';

/** The documented messages of both intake interfaces, byte for byte. */
export const MESSAGES = {
  submitted: 'Submission processed.',
  contentType: 'Error. Unsupported Content-Type.',
  bodyContentType: 'Error. Unsupported Content-Type for request body.',
  nothing: 'Error. Missing body and no query parameters provided.',
  formatting: 'Error. Request body/params formatting error.',
  specs: 'Error. Request does not match specs.',
  token: "Error. Invalid 'Authorization' HTTP Header. Request a new token.",
  internal: 'Internal Server Error',
  // Not documented, but worded like the others.
  tooMany: 'Error. Too many events in one request.',
  rate: 'Error. Rate limit exceeded.',
  tooLarge: 'Error. Request body too large.',
  unavailable: 'Error. Service temporarily unavailable. Send the request again.',
} as const;

/** One invalid value: which event, which field, and why. Index −1 means the request itself. */
export interface IntakeError {
  readonly index: number;
  readonly field: string;
  readonly reason: string;
}

/** An error in the format of the intake interfaces. */
export class IntakeFault extends HttpFault {
  readonly text: string;
  readonly errors: readonly IntakeError[];

  constructor(text: string, options: { code?: HttpFaultCode; errors?: readonly IntakeError[] } = {}) {
    super(options.code ?? 'BAD_REQUEST');
    this.text = text;
    this.errors = options.errors ?? [];
  }

  override get explanation(): string {
    return [this.text, ...this.errors.map(({ field, reason }) => `${field} ${reason}.`)].join(' ');
  }
}

/** Returns the status, documented message, details and headers of any error for a call of either interface. */
export function describeRefusal(refusal: Refusal): {
  status: number;
  message: string;
  errors: readonly IntakeError[];
  headers: Readonly<Record<string, string>>;
} {
  const answer = { errors: [], headers: headersOf(refusal) };
  if (refusal instanceof IntakeFault)
    return { ...answer, status: refusal.status, message: refusal.text, errors: refusal.errors };
  if (refusal instanceof HttpFault)
    return { ...answer, status: refusal.status, message: httpMessage(refusal) };
  switch (refusal.code) {
    case 'VALIDATION':
      return { ...answer, status: 400, message: MESSAGES.specs, errors: refusal.issues.map(errorOf) };
    case 'UNAUTHENTICATED':
      return { ...answer, status: 401, message: MESSAGES.token };
    case 'RATE_LIMITED':
      if (refusal.limit === EVENTS_PER_REQUEST)
        return { ...answer, status: 413, message: MESSAGES.tooMany, headers: {} };
      return { ...answer, status: 429, message: MESSAGES.rate };
    case 'SERVICE_UNAVAILABLE':
      return { ...answer, status: 503, message: MESSAGES.unavailable };
    default:
      return { ...answer, status: statusOf(refusal), message: `Error. ${refusal.message}` };
  }
}

/** Returns the message for errors that HTTP handling causes before the interface runs. */
function httpMessage({ code, message }: HttpFault): string {
  switch (code) {
    case 'BODY_TOO_LARGE':
      return MESSAGES.tooLarge;
    case 'BAD_REQUEST':
      return MESSAGES.specs;
    case 'MALFORMED_BODY':
      return MESSAGES.formatting;
    case 'UNSUPPORTED_MEDIA_TYPE':
      return MESSAGES.contentType;
    case 'INTERNAL':
      return MESSAGES.internal;
    default:
      return `Error. ${message}`;
  }
}

/** `[3].user_data.email` is the field `user_data.email` of event 3; other paths belong to the request. */
function errorOf({ path, message }: { path: string; message: string }): IntakeError {
  const [, index, field] = /^\[(\d+)\]\.(.*)$/s.exec(path) ?? [];
  if (index === undefined) return { index: -1, field: path, reason: message };
  return { index: Number(index), field: field ?? '', reason: message };
}
