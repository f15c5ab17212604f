import { isDeepStrictEqual } from 'node:util';
import { findAdvertisers } from '../../../domain/campaigns/advertiser/find.ts';
import { createCampaign } from '../../../domain/campaigns/campaign/create.ts';
import { type Campaign, getCampaign } from '../../../domain/campaigns/campaign/get.ts';
import { listCampaigns } from '../../../domain/campaigns/campaign/list.ts';
import { updateCampaign } from '../../../domain/campaigns/campaign/update.ts';
import type { DomainContext } from '../../../domain/context.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { namesOfBudget, scheduledBudget, schedulesOf } from './budget-schedules.ts';
import type { ObservedPath, PathCall } from './path.ts';
import { inTheirNames } from './their-names.ts';

const BUDGET_TYPES = ['LIFETIME', 'DAILY', 'MONTHLY'];

/** Campaigns of the native interface with the names that public clients use. */
export const CAMPAIGN_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/campaigns',
    answers:
      'The campaigns of the advertiser `accountId`, or of the seat without it, by the common list parameters. Deleted campaigns are left out.',
    handler: async ({ ctx, query }) =>
      campaignsToWire(ctx, await listCampaigns({ ctx, input: withStoredStatus(query) })),
  },
  {
    method: 'GET',
    path: '/campaigns/:id',
    answers:
      'A campaign: `id`, `name`, `accountId`, `status`, the budget, also as `budgetSchedules`, and further fields as sent; `goalType` and `goalValue` are null unless they were.',
    handler: async ({ ctx, params }) =>
      campaignToWire(ctx, await getCampaign({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/campaigns',
    answers:
      'The created campaign. `INACTIVE` is stored as `PAUSED`. `timezone` and `currency` are those of the advertiser. The `scheduleBudget` of a single budget schedule is the budget of the campaign (`LIFETIME`), else its `scheduleDailyBudget` (`DAILY`); dates and further schedules are kept as sent, without an effect.',
    handler: ({ ctx, body }) =>
      inTheirNames(
        async () => campaignToWire(ctx, await createCampaign({ ctx, input: wireToCampaign(ctx, body) })),
        namesOfBudget(body),
      ),
  },
  {
    method: 'PUT',
    path: '/campaigns/:id',
    answers: 'The updated campaign. Fields that are not sent stay unchanged.',
    handler: ({ ctx, params, body }) =>
      inTheirNames(async () => {
        const id = idFromText(params.id);
        const stored = await getCampaign({ ctx, id });
        const changed = withoutAnswered(body, await campaignToWire(ctx, stored));
        const input = wireToCampaign(ctx, changed, stored);
        return campaignToWire(ctx, await updateCampaign({ ctx, id, input }));
      }, namesOfBudget(body)),
  },
];

/** `INACTIVE` is stored as `PAUSED`. */
const withStoredStatus = (query: PathCall['query']): PathCall['query'] =>
  query.status === undefined
    ? query
    : { ...query, status: String(query.status).replace(/\bINACTIVE\b/gi, 'PAUSED') };

/** GET returns more than is stored. A field that is sent back with the value that GET returned counts as unchanged. */
const withoutAnswered = (body: unknown, answered: Readonly<Record<string, unknown>> | undefined): unknown =>
  isRecord(body) && answered
    ? Object.fromEntries(
        Object.entries(body).filter(([name, value]) => !isDeepStrictEqual(value, answered[name])),
      )
    : body;

function wireToCampaign(ctx: DomainContext, body: unknown, stored?: Campaign): unknown {
  if (!isRecord(body)) return body;
  // These are read-only and ignored, so that the body of a GET can be sent back with PUT.
  const { accountId, status, timezone: _z, currency: _c, id: _i, advertiserId: _a, ...sent } = body;
  const { createdAt: _from, updatedAt: _to, ...rest } = sent;
  const { name, ...known } = rest;
  const { budgetType, ...others } = known;
  const isOurs = budgetType == null || BUDGET_TYPES.includes(String(budgetType));
  if (!isOurs) ctx.ignoredFields.push('budgetType');
  return {
    ...(isOurs ? known : others),
    campaignName: known.campaignName ?? (name === undefined ? known.campaignName : name),
    ...(accountId !== undefined && { advertiserId: accountId }),
    ...(status !== undefined && { status: status === 'INACTIVE' ? 'PAUSED' : status }),
    ...scheduledBudget(body, stored),
  };
}

async function campaignToWire(ctx: DomainContext, campaign: Campaign) {
  const [wire] = await campaignsToWire(ctx, [campaign]);
  return wire;
}

/** Known fields come first, then the passthrough fields, which never have a known name. */
async function campaignsToWire(ctx: DomainContext, campaigns: readonly Campaign[]) {
  const ids = [...new Set(campaigns.map(({ advertiserId }) => advertiserId))];
  const advertisers = await findAdvertisers({ ctx, where: { id: { in: ids } }, query: {} });
  const byId = new Map(advertisers.map((advertiser) => [advertiser.id, advertiser]));
  return campaigns.map(({ id, name, advertiserId, status, extra, createdAt, updatedAt, ...campaign }) => ({
    id,
    name,
    accountId: advertiserId,
    status,
    timezone: byId.get(advertiserId)?.timezone,
    currency: byId.get(advertiserId)?.currency,
    budget: campaign.budget,
    budgetType: campaign.budgetType,
    objective: campaign.objective,
    language: campaign.language,
    channel: campaign.channel,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...{ goalType: null, goalValue: null },
    ...(extra as Record<string, unknown>),
    budgetSchedules: schedulesOf({ ...campaign, extra }),
  }));
}
