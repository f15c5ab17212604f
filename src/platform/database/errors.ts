import pg from 'pg';

const UNCERTAIN_COMMIT = 'FLIGHTLINE_UNCERTAIN_COMMIT';

/** Codes of PostgreSQL and Node: the server is unavailable, shuts down, or did not respond in time. */
const UNAVAILABLE = new Set([
  ...['57014', '57P01', '57P02', '57P03', '57P05', '25P03'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'],
  UNCERTAIN_COMMIT,
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'],
]);
/** Messages of driver errors that have no code. */
const LOST =
  /connection terminated|not queryable|timeout exceeded when trying to connect|connection error|read timeout/i;
/**
 * Classes of SQLSTATE: connection, authentication, insufficient resources, and errors of the operating
 * system.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '53', '58']);
const CONFLICT = new Set(['40001', '40P01', '55P03', 'P2034', 'TransactionWriteConflict']);
const UNIQUE = new Set(['23505', 'P2002', 'UniqueConstraintViolation']);

/** Returns whether the database is unavailable. Interfaces then answer 503 with Retry-After. */
export const isUnavailable = (error: unknown): boolean =>
  causes(error).some(
    ({ code, message }) =>
      UNAVAILABLE.has(code) ||
      (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2))) ||
      LOST.test(message),
  );

/**
 * Returns whether another transaction interfered (serialization, deadlock, lock timeout). The same call may
 * succeed later.
 */
export const isConflict = (error: unknown): boolean => causes(error).some(({ code }) => CONFLICT.has(code));

/** Returns whether the statement exceeded its time limit, or was cancelled. */
export const isCanceled = (error: unknown): boolean => causes(error).some(({ code }) => code === '57014');

/** Returns whether the statement names a table that does not exist. */
export const isUndefinedTable = (error: unknown): boolean =>
  causes(error).some(({ code }) => code === '42P01');

/**
 * Returns whether the statement names a table or column that does not exist, as on a database that lacks a
 * migration.
 */
export const isOlderSchema = (error: unknown): boolean =>
  causes(error).some(({ code }) => OLDER_SCHEMA.has(code));

const OLDER_SCHEMA = new Set([
  '42P01',
  '42703',
  '42883',
  'P2021',
  'P2022',
  'TableDoesNotExist',
  'ColumnNotFound',
]);

/** Returns whether a row with these unique values already exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  causes(error).some(({ code }) => UNIQUE.has(code));

/** It is unknown whether a transaction was committed. Nothing that it may refer to must be removed. */
export class UncertainCommitError extends Error {
  readonly code = UNCERTAIN_COMMIT;

  constructor(options: ErrorOptions) {
    super(
      'The connection was lost during a COMMIT, and it is not known whether it was carried out.',
      options,
    );
  }
}

export const isUncertain = (error: unknown): boolean =>
  causes(error).some(({ code }) => code === UNCERTAIN_COMMIT);

/** Returns whether the connection broke before or during a statement, which may have been executed. */
export const isLost = (error: unknown): boolean =>
  causes(error).some(
    ({ code, message }) => BROKEN.has(code) || /connection terminated|not queryable/i.test(message),
  );

const BROKEN = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02']);

/** Returns whether the server responded and rejected the statement. */
export const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P|58|XX)/.test(error.code ?? 'XX');

const TOO_LARGE = 'FLIGHTLINE_ANSWER_TOO_LARGE';

/**
 * The rows exceed what a request may read. Has the shape of a server error, because Prisma passes those on.
 */
export class RowsTooLargeError extends Error {
  readonly code = TOO_LARGE;
  readonly severity = 'ERROR';
  readonly detail = undefined;
  readonly column = undefined;
  readonly hint = undefined;

  constructor() {
    super('The rows of one request are too large.');
  }
}

export const isTooLarge = (error: unknown): boolean => causes(error).some(({ code }) => code === TOO_LARGE);

/**
 * Returns whether the values cannot be stored, such as a number out of range or JSON that is nested too
 * deeply.
 */
export const isUnstorable = (error: unknown): boolean =>
  causes(error).some(({ code }) => code.length === 5 && /^(22|54)/.test(code));

interface Cause {
  code: string;
  message: string;
}

/**
 * Prisma wraps the driver's error in `cause` or `meta.driverAdapterError`, whose `cause` has `kind` and
 * code.
 */
function causes(error: unknown, depth = 0): Cause[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { code, kind, originalCode, message, cause, meta, errors } = error as Record<string, unknown>;
  const text = typeof message === 'string' ? message : '';
  const own = [code, kind, originalCode].filter((value) => typeof value === 'string');
  return [
    ...(own.length > 0 ? own : ['']).map((name) => ({ code: name, message: text })),
    ...[cause, (meta as Record<string, unknown> | undefined)?.driverAdapterError]
      .concat(Array.isArray(errors) ? errors : [])
      .flatMap((inner) => causes(inner, depth + 1)),
  ];
}
