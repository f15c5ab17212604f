/** What operators decided for a process, which follows within a second or two, and what they must know of it. */
export interface Operation {
  /** Out of rotation: `/readyz` says 503, calls are still answered. */
  draining: boolean;
  /** Whether webhooks are delivered and scheduled reports made; not on a copy of another installation's database. */
  outgoing: boolean;
  /** Why the write-ahead log is not archived at present. */
  archiveFailure?: unknown;
}

export const newOperation = (): Operation => ({ draining: false, outgoing: true });
