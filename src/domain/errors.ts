import {
  ConflictError,
  DomainError,
  type DomainErrorCode,
  NotFoundError,
  UnavailableError,
  ValidationError,
} from '../resources/errors.ts';

/** What reading and checking resources refuses; the rest of the closed set is declared here. */
export {
  ConflictError,
  DomainError,
  type DomainErrorCode,
  type DomainErrorReason,
  NotFoundError,
  UnavailableError,
  ValidationError,
  type ValidationIssue,
} from '../resources/errors.ts';

/** When each error is returned: the descriptions of GraphQL's types and the text of the documentation page. */
export const RETURNED_WHEN: Readonly<Record<DomainErrorCode, string>> = {
  VALIDATION: 'Returned when values of the input are invalid. Nothing was stored.',
  NOT_FOUND: 'Returned when the caller’s seat has no such resource.',
  CONFLICT: 'Returned when the resource changed after it was read, or when another request is changing it.',
  FORBIDDEN:
    'Returned when the caller’s role does not allow the operation, or when the seat is being synchronized and is read-only.',
  UNAUTHENTICATED:
    'Returned when the access token is missing, invalid, expired or revoked, or lacks the required scope.',
  RATE_LIMITED: 'Returned when a quota is used up. `Retry-After` tells when the request can be repeated.',
  SERVICE_UNAVAILABLE:
    'Returned when something that the service depends on is unavailable. The request can be repeated.',
};

/** Returned when the caller's role does not allow the operation. */
export class ForbiddenError extends DomainError {
  override readonly name = 'ForbiddenError';
  readonly code = 'FORBIDDEN';

  constructor(message = 'Your role does not allow this operation.') {
    super(message);
  }

  /** Returns the error for a caller who has none of the required roles. */
  static role(required: string, role: string): ForbiddenError {
    return new ForbiddenError(`This operation requires the role ${required}. Your role is ${role}.`);
  }
}

/** Returned when the seat is being synchronized with its source, so that nothing in it can be written. */
export class SeatInSyncError extends ForbiddenError {
  override readonly reason = 'SEAT_IN_SYNC';

  constructor() {
    super('The account is in sync and read-only; try again later.');
  }
}

/** Returned when the access token is missing, invalid, expired, revoked, or lacks the scope. */
export class UnauthenticatedError extends DomainError {
  override readonly name = 'UnauthenticatedError';
  readonly code = 'UNAUTHENTICATED';
  /** What is wrong with the token (RFC 6750, section 3.1). */
  readonly fault: TokenFault | undefined;

  constructor(message = 'A valid access token is required.', fault?: TokenFault) {
    super(message);
    this.fault = fault;
  }

  /** Returns the error for an invalid token, or for a request without one. */
  static of(token: string | undefined): UnauthenticatedError {
    return new UnauthenticatedError(undefined, token ? { error: 'invalid_token' } : undefined);
  }

  /** Returns the error for a valid token that lacks the scope. */
  static lacking(scope: string): UnauthenticatedError {
    return new UnauthenticatedError(`An access token with scope ${scope} is required.`, {
      error: 'insufficient_scope',
      scope,
    });
  }
}

interface TokenFault {
  readonly error: 'invalid_token' | 'insufficient_scope';
  /** The scope that the token lacks. */
  readonly scope?: string;
}

/** Returned when a quota is used up; `limit` is its name, such as GET_PER_MINUTE. */
export class RateLimitedError extends DomainError {
  override readonly name = 'RateLimitedError';
  readonly code = 'RATE_LIMITED';
  readonly limit: string;
  /** Whole seconds until the same call can succeed. */
  readonly retryAfterS: number;

  constructor(options: { limit: string; retryAfterS: number; message: string }) {
    super(options.message);
    this.limit = options.limit;
    this.retryAfterS = options.retryAfterS;
  }
}

/** The closed union: a `switch` over `code` narrows it, and the compiler sees a forgotten case. */
export type AnyDomainError =
  | ValidationError
  | NotFoundError
  | ConflictError
  | ForbiddenError
  | UnauthenticatedError
  | RateLimitedError
  | UnavailableError;

/**
 * One example of each, as the documentation of errors shows them. Without the type, the compiler would not report a
 * code that has no class in the union.
 */
export const EXAMPLES: { readonly [Code in DomainErrorCode]: Extract<AnyDomainError, { code: Code }> } = {
  VALIDATION: new ValidationError([{ path: 'contact.city', message: 'contact.city is required' }]),
  UNAUTHENTICATED: new UnauthenticatedError(),
  FORBIDDEN: new ForbiddenError(),
  NOT_FOUND: new NotFoundError('Advertiser'),
  CONFLICT: new ConflictError('It changed meanwhile.'),
  RATE_LIMITED: new RateLimitedError({ limit: 'GET_PER_MINUTE', retryAfterS: 7, message: 'Too many calls.' }),
  SERVICE_UNAVAILABLE: new UnavailableError(),
};

export function isDomainError(error: unknown): error is AnyDomainError {
  return error instanceof DomainError;
}
