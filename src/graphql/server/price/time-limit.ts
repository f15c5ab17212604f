import { MAX_STATEMENT_MS } from '../../../domain/access/request-share.ts';

/** A point is at most 3 ms of CPU; statements that run beside many others take ten times as long. */
const MS_PER_POINT = 30;
/** On a server that is busy, the smallest statement can take this long. */
const MIN_MS = 5_000;

/** How long a statement of a request of this price may take. */
export const limitMsOf = (cost: number): number => Math.min(MIN_MS + cost * MS_PER_POINT, MAX_STATEMENT_MS);
