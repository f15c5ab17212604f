interface Paced {
  readonly pacing?: { readonly status: string } | null;
  readonly schedules: readonly { readonly endDate: string }[];
}

/** The budget is gone, and a flight has time left. */
export const isSpentEarly = ({ pacing, schedules }: Paced, now = Date.now()): boolean =>
  pacing?.status === 'SPENT' && schedules.some(({ endDate }) => Date.parse(endDate) > now);
