import type { WrittenError } from '../domain/access/idempotency/carried-out.ts';
import {
  ConflictError,
  type DomainErrorCode,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  ValidationError,
} from '../domain/errors.ts';

/**
 * How GraphQL returns each error of the domain: as a type in the result of every mutation, in the result of mutations
 * that list it, or in `errors`. `revive` recreates an error with which a repeated request had been refused. An error
 * without it becomes a conflict with the same message then.
 */
export const EXPECTED_ERRORS = {
  VALIDATION: {
    type: ValidationError,
    of: 'every mutation',
    revive: ({ issues = [] }: WrittenError) => new ValidationError(issues),
  },
  NOT_FOUND: {
    type: NotFoundError,
    of: 'every mutation',
    revive: ({ message }: WrittenError) => new NotFoundError(message.replace(/ not found\.$/, '')),
  },
  CONFLICT: {
    type: ConflictError,
    of: 'every mutation',
    revive: ({ message }: WrittenError) => new ConflictError(message),
  },
  FORBIDDEN: {
    type: ForbiddenError,
    of: 'every mutation',
    revive: ({ message }: WrittenError) => new ForbiddenError(message),
  },
  RATE_LIMITED: { type: RateLimitedError, of: 'mutations that name it' },
  UNAUTHENTICATED: 'errors',
  SERVICE_UNAVAILABLE: 'errors',
} as const satisfies Record<DomainErrorCode, OfEvery | OfSome | 'errors'>;

interface OfEvery {
  readonly type: ErrorClass;
  readonly of: 'every mutation';
  readonly revive: (error: WrittenError) => Error;
}

interface OfSome {
  readonly type: ErrorClass;
  readonly of: 'mutations that name it';
  readonly revive?: (error: WrittenError) => Error;
}

// biome-ignore lint/suspicious/noExplicitAny: each error has parameters of its own.
type ErrorClass = new (...parameters: any[]) => Error;

type Entry = (typeof EXPECTED_ERRORS)[DomainErrorCode];
type TypedEntry = Exclude<Entry, 'errors'>;

/** A domain error that is a type of the schema. */
export type ExpectedError = InstanceType<TypedEntry['type']>;

/** An error type that only the mutations that list it return. */
export type ErrorOfSome = Extract<TypedEntry, { of: 'mutations that name it' }>['type'];

/** The errors that are types, with their codes. */
export const ERROR_TYPES = Object.entries(EXPECTED_ERRORS).flatMap(([code, entry]) =>
  entry === 'errors' ? [] : [{ code: code as DomainErrorCode, ...entry }],
);

/** The error types in the result of every mutation. */
export const TYPES_OF_EVERY_MUTATION = ERROR_TYPES.flatMap((entry) =>
  entry.of === 'every mutation' ? [entry.type] : [],
);

/** Recreates a stored error with which a request was refused before. */
export function revived(error: WrittenError): Error {
  const entry: OfEvery | OfSome | 'errors' = EXPECTED_ERRORS[error.code];
  const revive = entry === 'errors' ? undefined : entry.revive;
  return revive?.(error) ?? new ConflictError(error.message);
}
