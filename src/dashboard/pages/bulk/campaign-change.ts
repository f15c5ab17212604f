import type { DashboardCampaignRowFragment, UpdateCampaignsInput } from '../../generated/graphql.ts';
import { NativeStatus } from '../../generated/graphql.ts';
import { type BulkChange, type CampaignWhat, stepped } from './bulk-change.ts';

const STATUSES = { PAUSED: NativeStatus.Paused, ACTIVE: NativeStatus.Active } as const;

/** The change as each campaign's input; the state in which it was seen is a precondition. */
export function campaignInput(
  campaign: DashboardCampaignRowFragment,
  change: BulkChange<CampaignWhat>,
): UpdateCampaignsInput {
  const { what } = change;
  const { id, updatedAt } = campaign;
  const seen = { id, updatedAt };
  if (what === undefined) return seen;
  if (what === 'PAUSED' || what === 'ACTIVE') return { ...seen, status: STATUSES[what] };
  const amount = stepped(campaign[what] ?? null, change, campaign.advertiser.currency);
  return { ...seen, ...(amount !== undefined && { [what]: amount }) };
}

/** How many campaigns a change of amounts leaves alone, since there is nothing to add to or to multiply. */
export const withoutAmount = (
  campaigns: readonly DashboardCampaignRowFragment[],
  { what, step }: Pick<BulkChange<CampaignWhat>, 'what' | 'step'>,
): number =>
  (what === 'budget' || what === 'dailyBudget') && step !== 'set'
    ? campaigns.filter((campaign) => campaign[what] === null).length
    : 0;
