/** What operators decided for a process; it follows within a second or two. */
export interface Operation {
  /** Out of rotation: `/readyz` says 503, calls are still answered. */
  draining: boolean;
  /** Whether webhooks are delivered and scheduled reports made; not on a copy of another installation's database. */
  outgoing: boolean;
}

export const newOperation = (): Operation => ({ draining: false, outgoing: true });
