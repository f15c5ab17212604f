/**
 * Limits how much of the database one request can use, for transports that let a caller request many things in one
 * call.
 */

export {
  ANONYMOUS,
  forSeat,
  MAX_STATEMENT_MS,
  withDatabaseShare,
} from '../../platform/database/connection/share.ts';
export { isTooLarge } from '../../platform/database/errors.ts';
