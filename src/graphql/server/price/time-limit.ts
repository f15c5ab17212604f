import { MAX_STATEMENT_MS } from '../../../domain/access/request-share.ts';

/** A point pays for 3 ms of CPU time, but under load a statement can take ten times as long. */
const MS_PER_POINT = 30;
/** On a busy server, even the smallest statement can take this long. */
const MIN_MS = 5_000;

/** Returns how long a statement can take in a request with this price. */
export const limitMsOf = (cost: number): number => Math.min(MIN_MS + cost * MS_PER_POINT, MAX_STATEMENT_MS);
