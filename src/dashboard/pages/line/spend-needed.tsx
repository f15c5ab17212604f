import { Figure } from '../../parts/figures/figure.tsx';
import { date, money } from '../../parts/format.ts';
import { today } from '../../parts/period/days.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { dailySpend, runningFlight } from './daily-spend.ts';
import type { LineFound } from './line.tsx';

/** How the budget of the running flight stands, for the head of the page. */
export function spendFacts(line: LineFound, now = serviceNow()) {
  const flight = runningFlight(line.flights, now);
  if (!flight) return [];
  const { pacing, startDate, endDate } = flight;
  const { currency, amount } = pacing.delivered;
  const { timezone } = line.advertiser;
  const { left, needed, current } = dailySpend(pacing, { end: Date.parse(endDate), now });
  const day = (time: number) => today(timezone, time);
  return [
    [
      'Spent',
      <Figure
        key="spent"
        {...{ metric: 'SPEND', kind: 'money', currency, value: amount }}
        scope={{ node: line.id, from: day(Date.parse(startDate)), to: day(now), timezone }}
      >
        {money(amount, currency)} of {money(pacing.budget.amount, currency)}
      </Figure>,
    ],
    ['Left', `${money(left, currency)} until ${date(endDate, timezone)}`],
    ['Needed a day', `${money(needed, currency)}; ${money(current, currency)} in the past 24 hours`],
  ] as const;
}
