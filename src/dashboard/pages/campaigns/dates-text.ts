import { date, lastDay } from '../../parts/format.ts';

interface Dates {
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}

/** When a campaign begins and ends; undefined where it has no such days. */
export function datesText({ startDate, endDate }: Dates, zone: string): string | undefined {
  const [start, end] = [startDate && date(startDate, zone), endDate && lastDay(endDate, zone)];
  if (start && end) return `${start} – ${end}`;
  return start ? `From ${start}` : end ? `Until ${end}` : undefined;
}
