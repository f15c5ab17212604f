import { STATUS_CODES } from 'node:http';
import {
  ConflictError,
  ForbiddenError,
  RateLimitedError,
  UnauthenticatedError,
  UnavailableError,
} from '../../domain/errors.ts';
import { HttpFault, type Refusal } from '../faults.ts';

interface Call {
  /** The name of the called interface. */
  readonly name: string;
  readonly method: string;
}

/** The limit that a caller of each interface reaches first. The others have no limit per caller. */
const LIMITS: Readonly<Record<string, (method: string) => string>> = {
  traffic: (method) => `${method}_PER_MINUTE`,
  reporting: (method) => `REPORT_${method}_PER_MINUTE`,
  native: () => 'NATIVE_PER_HOUR',
  graphql: () => 'GRAPHQL_PER_HOUR',
  intake: () => 'EVENTS_PER_SECOND',
};

/**
 * The error with which the service itself would answer each status. The interface puts it into its
 * envelope.
 */
const REFUSALS: Readonly<Record<number, (call: Call) => Refusal>> = {
  400: () => new HttpFault('BAD_REQUEST'),
  401: () => new UnauthenticatedError(),
  403: () => new ForbiddenError(),
  404: () => new HttpFault('ROUTE_NOT_FOUND'),
  408: () => new HttpFault('REQUEST_TIMEOUT'),
  409: () =>
    new ConflictError(
      'The resource was changed by another request at the same time. Send the request again.',
    ),
  413: () => new HttpFault('BODY_TOO_LARGE'),
  414: () => new HttpFault('URI_TOO_LONG'),
  415: () => new HttpFault('UNSUPPORTED_MEDIA_TYPE'),
  429: (call) => {
    const limit = limitOf(call);
    return new RateLimitedError({
      limit,
      retryAfterS: 1,
      message: `Rate limit exceeded: ${limit} is used up.`,
    });
  },
  431: () => new HttpFault('HEADERS_TOO_LARGE'),
  500: () => new HttpFault('INTERNAL'),
  503: () => new UnavailableError(),
};

/** Returns undefined for a status that this service never sends. */
export const refusalWith = (status: number, call: Call): Refusal | undefined => REFUSALS[status]?.(call);

/** HEAD counts as GET. */
const limitOf = ({ name, method }: Call): string =>
  LIMITS[name]?.(method === 'HEAD' ? 'GET' : method) ?? 'REQUESTS_PER_MINUTE';

/** Returns the page of a proxy in front of the service, which does not know the envelopes. */
export function gatewayPage(status: number): string {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>\r\n`;
}
