import type { DashboardLineAlertFragment as Alert } from '../../generated/graphql.ts';
import { ago, money, percent } from '../../parts/format.ts';
import { serviceNow } from '../../parts/service-clock.ts';

const SOON_MS = 3 * 86_400_000;

/** When it ends, if that is soon. */
const endOf = ({ endsAt }: Alert): string | undefined =>
  endsAt && Date.parse(endsAt) - serviceNow() < SOON_MS ? `Ends ${ago(endsAt)}` : undefined;

function spentOf({ reasons, pacing, endsAt }: Alert): string | undefined {
  if (!reasons.includes('BUDGET_SPENT')) return undefined;
  const budget = pacing?.status === 'SPENT' ? 'Budget' : 'Campaign budget';
  return `${budget} is spent, not delivering${endsAt ? `; the flight ends ${ago(endsAt)}` : ''}`;
}

function projectionOf({ reasons, pacing }: Alert): string | undefined {
  if (!reasons.includes('WILL_UNDERDELIVER') || !pacing) return undefined;
  const [then, whole] = [pacing.projected, pacing.budget].map(({ amount }) =>
    money(amount, pacing.budget.currency, { maximumFractionDigits: 0 }),
  );
  return `Ends at ${then} of ${whole} if it continues as in the past 24 hours`;
}

/** Every reason in words: a line can be ahead of its flight and have spent nothing for a week. */
export function detailsOf(alert: Alert): readonly string[] {
  const { line, reasons, pacing } = alert;
  const isPaced = reasons.includes('AHEAD') || reasons.includes('BEHIND');
  return [
    reasons.includes('BLOCKED') ? line?.deliveryBlockers[0]?.message.replace(/\.$/, '') : undefined,
    spentOf(alert),
    reasons.includes('NO_SPEND') ? 'No spend in the last 7 days' : undefined,
    isPaced && typeof pacing?.ratio === 'number'
      ? `${percent(pacing.ratio, 0)} of the flight’s expected spend`
      : undefined,
    projectionOf(alert),
    reasons.includes('BUDGET_SPENT') ? undefined : endOf(alert),
  ].filter((detail) => detail !== undefined);
}

/** The money at stake; undefined for a line without a budget. */
export const stakeOf = ({ atStake }: Alert): string | undefined =>
  atStake ? `${money(atStake.amount, atStake.currency, { maximumFractionDigits: 0 })} at stake` : undefined;

/** What the amounts mean, and by what they are compared. */
export function orderText(alerts: readonly Alert[]): string {
  const currencies = new Set(alerts.flatMap(({ atStake }) => (atStake ? [atStake.currency] : [])));
  const compared = currencies.size > 1 ? ', in US dollars' : '';
  return `By money at stake${compared}: budget that will not be spent, or was spent too early.`;
}
