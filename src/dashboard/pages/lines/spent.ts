import { serviceNow } from '../../parts/service-clock.ts';

interface Paced {
  readonly pacing?: { readonly status: string } | null;
  readonly schedules: readonly { readonly endDate: string }[];
}

/** The budget is gone, and a flight has time left. */
export const isSpentEarly = ({ pacing, schedules }: Paced, now = serviceNow()): boolean =>
  pacing?.status === 'SPENT' && schedules.some(({ endDate }) => Date.parse(endDate) > now);
