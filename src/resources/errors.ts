import { boundIssues, remainder, summaryOf, type ValidationIssue } from './define/issues.ts';

export type { ValidationIssue } from './define/issues.ts';

/**
 * The closed set of what the domain can refuse. Each transport maps every `code` once;
 * whatever is not a DomainError is masked as an internal error.
 */
export type DomainErrorCode =
  | 'VALIDATION'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'FORBIDDEN'
  | 'UNAUTHENTICATED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE';

/** Tells errors of the same code apart where an interface responds differently to them. */
export type DomainErrorReason =
  | 'SEAT_IN_SYNC'
  | 'FEATURE_DISABLED'
  | 'TOO_EXPENSIVE'
  | 'RESTRICTED_COMBINATION';

export abstract class DomainError extends Error {
  abstract readonly code: DomainErrorCode;
  readonly reason?: DomainErrorReason;
}

/** Returned when values of the input are refused; names every problem at once, as far as an answer has room. */
export class ValidationError extends DomainError {
  override readonly name = 'ValidationError';
  readonly code = 'VALIDATION';
  /** The reported problems; if there are more, the last one says how many. */
  readonly issues: readonly ValidationIssue[];
  /** The reported problems alone. */
  readonly reported: readonly ValidationIssue[];
  /** The number of problems that are not reported. */
  readonly more: number;

  /**
   * @param more the number of problems that were found but not collected
   * @param isCounted false if another error of the same answer says how many more there are
   */
  constructor(issues: readonly ValidationIssue[], more = 0, isCounted = true) {
    const bounded = boundIssues(issues, more);
    super(summaryOf(bounded));
    this.reported = bounded.reported;
    this.more = bounded.more;
    const isRemainderReported = isCounted && bounded.more > 0;
    this.issues = isRemainderReported
      ? [...bounded.reported, { path: '', message: remainder(bounded.more) }]
      : bounded.reported;
  }
}

/** Returned when no such resource is visible to the caller: unknown and foreign look alike. */
export class NotFoundError extends DomainError {
  override readonly name = 'NotFoundError';
  readonly code = 'NOT_FOUND';

  /** @param what in words, such as `Native list` */
  constructor(what: string) {
    super(`${what.charAt(0).toUpperCase()}${what.slice(1)} not found.`);
  }
}

/** Returned when the resource changed meanwhile, or another call holds what this one needs. */
export class ConflictError extends DomainError {
  override readonly name = 'ConflictError';
  readonly code = 'CONFLICT';
  /** When the same request is worth repeating, in seconds; unknown for most conflicts. */
  readonly retryAfterS: number | undefined;
  /** The global ID of the object as it stands, if it was changed after it was read. */
  readonly current: string | undefined;

  constructor(message: string, retryAfterS?: number, current?: string) {
    super(message);
    this.retryAfterS = retryAfterS;
    this.current = current;
  }
}

/** Returned while something the service needs is away; the call may be sent again. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  readonly code = 'SERVICE_UNAVAILABLE';
  readonly retryAfterS: number;

  constructor(message = 'The service is temporarily unavailable.', retryAfterS = 1) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}
