import { useRead } from '../../api/use-read.ts';
import { DashboardOwnSettingsDocument } from '../../generated/graphql.ts';
import { andMore, counted } from '../../parts/format.ts';
import { zoneText } from '../../parts/period/zone-text.ts';

interface Props {
  readonly currency: string;
  readonly timezone: string;
}

/** How many have each of them, the most first: `5 in USD`. */
function shares(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => `${count} in ${value}`);
}

/** Which advertisers have other days and amounts than the seat: what the settings of the seat change for them, and what not. */
export function OwnSettings({ currency, timezone }: Props) {
  const { data } = useRead(DashboardOwnSettingsDocument, {}, { freshFor: 60_000 }).result;
  if (!data) return null;
  const { nodes, totalCount } = data.advertisers;
  const converted = nodes.filter((each) => each.currency !== currency).length;
  const moved = nodes.filter((each) => zoneText(each.timezone) !== zoneText(timezone)).length;
  return (
    <p className="muted">
      {counted(totalCount, 'advertiser')}
      {totalCount > nodes.length && `, of which the first ${nodes.length} are counted here`}:{' '}
      {andMore(shares(nodes.map((each) => each.currency)), 5)}. Amounts of {converted} are converted in sums,
      and days of {moved} begin at another hour than in their own zone. Budgets, bids and flights stay in the
      currency and zone of each advertiser.
    </p>
  );
}
