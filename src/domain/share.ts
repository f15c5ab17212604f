/** One request's share of the database, for transports that let a caller ask for many things at once. */
export { isTooLarge } from '../db/errors.ts';
export { forSeat, MAX_STATEMENT_MS, withinShare } from '../db/share.ts';
