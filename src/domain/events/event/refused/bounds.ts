/** How long a refused request is stored, to be shown and sent again. */
export const KEPT_DAYS = 7;
export const KEPT_MS = KEPT_DAYS * 86_400_000;
/** The newest requests of a seat are kept, within these bounds. */
export const MAX_OF_SEAT = 1_000;
export const MAX_BYTES_OF_SEAT = 16 * 2 ** 20;
/** The maximum that a process stores per minute, of a seat and of all seats. Further requests are only counted. */
export const REQUESTS_PER_MINUTE = 100;
export const BYTES_PER_MINUTE = 2 * 2 ** 20;
export const ALL_BYTES_PER_MINUTE = 16 * 2 ** 20;
