/**
 * What operators have decided for a process, which it adopts within a second or two, and what they must
 * know of it.
 */
export interface Operation {
  /** Out of rotation: `/readyz` answers 503, calls are still served. */
  draining: boolean;
  /**
   * Whether webhooks are delivered and scheduled reports created. False on a copy of another installation's
   * database.
   */
  outgoing: boolean;
  /** Why the write-ahead log currently cannot be archived. */
  archiveFailure?: unknown;
}

export const newOperation = (): Operation => ({ draining: false, outgoing: true });
