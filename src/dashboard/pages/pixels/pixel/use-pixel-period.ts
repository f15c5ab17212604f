import { useSearch } from '@tanstack/react-router';
import { addDays, today } from '../../../parts/period/days.ts';
import { type DeliverySearch, usePeriod } from '../../delivery/use-period.ts';

/** Today and the days before it. */
const DAYS = 7;

/** The days of a pixel's page: as its address says them, and else with today, since refusals of now are looked for. */
export function usePixelPeriod() {
  const search: DeliverySearch = useSearch({ strict: false });
  const found = usePeriod();
  if (search.range || search.from || search.to) return found;
  const end = today(found.zone);
  const days = { start: addDays(end, 1 - DAYS), end };
  return { ...found, period: { ...found.period, range: undefined, days, chosen: days } };
}
