/** One request's share of the database, for transports that let a caller ask for many things at once. */

export { forSeat, MAX_STATEMENT_MS, withinShare } from '../../platform/database/connection/share.ts';
export { isTooLarge } from '../../platform/database/errors.ts';
