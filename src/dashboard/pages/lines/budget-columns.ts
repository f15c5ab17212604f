import type { DashboardLinesQuery } from '../../generated/graphql.ts';
import { brief } from '../../parts/figures/metrics.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { dailySpend } from '../line/daily-spend.ts';
import type { ListColumn } from '../list/resource.ts';

type Line = DashboardLinesQuery['lines']['nodes'][number];

/** What the budget of the flight that runs has left, and what it needs a day; undefined where none runs. */
export function standingOf({ pacing, schedules }: Pick<Line, 'pacing' | 'schedules'>, now = serviceNow()) {
  const flight = schedules.find(
    ({ startDate, endDate }) => Date.parse(startDate) <= now && now < Date.parse(endDate),
  );
  if (!pacing || !flight) return undefined;
  return {
    ...dailySpend(pacing, { end: Date.parse(flight.endDate), now }),
    currency: pacing.budget.currency,
  };
}

const amountColumn = (
  key: string,
  what: 'left' | 'needed',
  { name, title }: { readonly name: string; readonly title: string },
): ListColumn<Line, never> => ({
  key,
  name,
  title,
  numeric: true,
  shown: 'chosen',
  cell: (line) => {
    const standing = standingOf(line);
    return standing ? brief(standing[what], 'money', standing.currency) : '–';
  },
});

export const LEFT = amountColumn('LEFT', 'left', { name: 'Left', title: 'Left to spend in the flight' });
export const NEEDED = amountColumn('NEEDED', 'needed', {
  name: 'Needed a day',
  title: 'Needed a day to spend all of it',
});
