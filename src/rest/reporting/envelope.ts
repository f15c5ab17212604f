import type { AnyDomainError } from '../../domain/errors.ts';
import { HttpFault, headersOf, type Refusal } from '../../http/faults.ts';
import type { Answer, HttpInterface } from '../../http/interface.ts';
import { rewordRefusals } from '../wire/reword.ts';

/** The status and code of each error on the reporting interface. */
const ERRORS: Record<AnyDomainError['code'], { status: number; errorCode: string }> = {
  VALIDATION: { status: 400, errorCode: 'E0078' },
  UNAUTHENTICATED: { status: 401, errorCode: 'E0047' },
  FORBIDDEN: { status: 403, errorCode: 'E0047' },
  NOT_FOUND: { status: 422, errorCode: 'E0006' },
  CONFLICT: { status: 409, errorCode: 'E0078' },
  RATE_LIMITED: { status: 429, errorCode: 'E0429' },
  SERVICE_UNAVAILABLE: { status: 503, errorCode: 'E0059' },
};
const RESTRICTED = { status: 422, errorCode: 'E0204' };

export interface ReportingAnswer extends Answer {
  readonly message: string;
}

/** Returns `{errorCode, responseCode, message}`; the response code is the HTTP status. */
export function reportingError(error: {
  status: number;
  errorCode: string;
  message: string;
  headers?: Readonly<Record<string, string>>;
}): ReportingAnswer {
  const { status, errorCode, message, headers = {} } = error;
  return { status, headers, message, body: { errorCode, responseCode: status, message } };
}

function refuse(refusal: Refusal): Answer {
  if (refusal instanceof HttpFault) {
    const { status, headers, message } = refusal;
    return reportingError({ status, errorCode: status >= 500 ? 'E0059' : 'E0078', message, headers });
  }
  const error = refusal.reason === 'RESTRICTED_COMBINATION' ? RESTRICTED : ERRORS[refusal.code];
  const message =
    refusal.code === 'VALIDATION' ? refusal.issues.map((issue) => issue.message).join('; ') : refusal.message;
  return reportingError({ ...error, message, headers: headersOf(refusal) });
}

/** The operator can set a prefix for its paths. */
export const reportingInterface: HttpInterface = {
  name: 'reporting',
  owns: (path) => /(^|\/)extreport(\/|$)/.test(path),
  refuse,
  reword: rewordRefusals('reporting'),
};
