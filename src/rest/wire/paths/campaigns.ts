import { findAdvertisers } from '../../../domain/campaigns/advertiser/find.ts';
import { createCampaign } from '../../../domain/campaigns/campaign/create.ts';
import { type Campaign, getCampaign } from '../../../domain/campaigns/campaign/get.ts';
import { listCampaigns } from '../../../domain/campaigns/campaign/list.ts';
import { updateCampaign } from '../../../domain/campaigns/campaign/update.ts';
import type { DomainContext } from '../../../domain/context.ts';
import { recordOrEmpty, textOf } from '../../../platform/text/typed.ts';
import { formatInstant } from '../../../platform/time/instant.ts';
import { zoneAsSpelled } from '../../../resources/define/fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import { idFromText } from '../../ids.ts';
import * as BODIES from './body-shapes.ts';
import { budgetIn, scheduleOf } from './budget-schedules.ts';
import { CAMPAIGN } from './object-shapes.ts';
import { withObservedNames } from './observed-names.ts';
import type { ObservedPath, PathCall } from './path.ts';
import { ADVERTISER_LIST } from './path.ts';
import { listOf } from './shapes.ts';
import { withoutUnchangedFields } from './unchanged-fields.ts';

type Fields = Readonly<Record<string, unknown>>;
type Advertiser = Awaited<ReturnType<typeof findAdvertisers>>[number];

/** The words of the native interface, which are accepted too. */
const BUDGET_TYPES = ['LIFETIME', 'DAILY', 'MONTHLY'];
const CURRENCY = 'CURRENCY';
const UNLIMITED = 'UNLIMITED';

/** Campaigns of the native interface with the names that public clients use. */
export const CAMPAIGN_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/campaigns',
    id: 'listCampaigns',
    response: listOf(CAMPAIGN),
    ...ADVERTISER_LIST,
    answers:
      'The campaigns of the advertiser `accountId`, or of the seat without it, by the common list parameters. Deleted campaigns are left out.',
    handler: async ({ ctx, query }) =>
      campaignsToWire(ctx, await listCampaigns({ ctx, input: withStoredStatus(query) })),
  },
  {
    method: 'GET',
    path: '/campaigns/:id',
    id: 'getCampaign',
    response: CAMPAIGN,
    answers:
      'A campaign: `id`, `name`, `accountId`, `status`, `budget`, `budgetType` (always `CURRENCY`), `budgetSchedules`, `campaignStartDate`, `campaignEndDate`, `frequencyCapPeriodType` (always `UNLIMITED`), and further fields as sent; `goalType` and `goalValue` are null unless they were. Its only budget schedule has the ID of the campaign and `startDate`, `endDate`, `scheduleBudgetType`, `scheduleBudget` and `scheduleDailyBudget`; a campaign without budget and dates has none. Dates of the schedule are dates of the advertiser’s time zone where the campaign begins and ends with a day; `campaignStartDate` and `campaignEndDate` are times.',
    handler: async ({ ctx, params }) =>
      campaignToWire(ctx, await getCampaign({ ctx, id: idFromText(params.id) })),
  },
  {
    method: 'POST',
    path: '/campaigns',
    id: 'createCampaign',
    response: CAMPAIGN,
    body: BODIES.CAMPAIGN.create,
    answers:
      'The created campaign. `INACTIVE` is stored as `PAUSED`. `timezone` and `currency` are those of the advertiser; another one is refused. `budgetSchedules` can have one item: `scheduleBudget` is the budget of the campaign, `scheduleDailyBudget` the most that its lines spend on a day (not applied, only kept, if `scheduleBudgetType` is `AUTO_ALLOCATED`), and outside its dates, also as `campaignStartDate` and `campaignEndDate`, its lines do not deliver. More items and a `budgetType` of impressions are refused.',
    handler: ({ ctx, body }) => write(ctx, body, (input) => createCampaign({ ctx, input })),
  },
  {
    method: 'PUT',
    path: '/campaigns/:id',
    id: 'updateCampaign',
    response: CAMPAIGN,
    body: BODIES.CAMPAIGN.update,
    answers:
      'The updated campaign. Fields that are not sent stay unchanged, and so do dates that equal the date of the answered ones.',
    handler: async ({ ctx, params, body }) => {
      const id = idFromText(params.id);
      const stored = await getCampaign({ ctx, id });
      return write(ctx, body, (input) => updateCampaign({ ctx, id, input }), stored);
    },
  },
];

/** `INACTIVE` is stored as `PAUSED`. */
const withStoredStatus = (query: PathCall['query']): PathCall['query'] =>
  query.status === undefined
    ? query
    : { ...query, status: textOf(query.status).replace(/\bINACTIVE\b/gi, 'PAUSED') };

async function write(
  ctx: DomainContext,
  body: unknown,
  run: (input: unknown) => Promise<Campaign>,
  stored?: Campaign,
) {
  if (!isRecord(body)) return run(body);
  const advertiser = await advertiserOf(ctx, stored?.advertiserId ?? body.accountId ?? body.advertiserId);
  const { input: budget, names } = budgetIn({ ctx, body, stored, zone: advertiser?.timezone });
  const changed = withoutUnchangedFields(body, stored && (await campaignToWire(ctx, stored)));
  if (advertiser) refuseOther(ctx, changed, advertiser);
  for (const [name, other] of ACCEPTED_NAMES)
    if (body[name] === undefined && body[other] !== undefined) names.set(other, other);
  const input = { ...wireToCampaign(ctx, changed), ...budget };
  return withObservedNames(async () => campaignToWire(ctx, await run(input)), names);
}

/** Budgets and dates that a campaign does not have. */
const NOT_SUPPORTED = [
  ...['schedule', 'schedules', 'budgetSchedule'],
  ...['totalBudget', 'lifetimeBudget', 'monthlyBudget'],
];
/**
 * Fields that are not stored as sent: `budgetIn` reads them, they are refused, or they are read-only and ignored, so
 * that the body of a GET can be sent back with PUT.
 */
const NOT_STORED = new Set([
  ...['budgetSchedules', 'campaignStartDate', 'campaignEndDate', 'startDate', 'endDate'],
  ...['timezone', 'currency', 'id', 'createdAt', 'updatedAt', 'frequencyCapPeriodType'],
  ...NOT_SUPPORTED,
]);
/**
 * Not returned even if a client of another interface has stored them, because they would look as if they were applied.
 */
const NOT_ANSWERED = new Set([...NOT_STORED, 'dailyBudget', 'dailyBudgetType']);

/** Names that these clients send, each with the documented one, which is accepted too. */
const ACCEPTED_NAMES = [
  ['name', 'campaignName'],
  ['accountId', 'advertiserId'],
] as const;

function wireToCampaign(ctx: DomainContext, body: Fields): Fields {
  const refuse = (path: string, reason: string) => ctx.refusedFields.push({ path, reason });
  for (const name of NOT_SUPPORTED)
    if (body[name] != null) refuse(name, 'is not supported. Send it in budgetSchedules');
  for (const [name, other] of ACCEPTED_NAMES)
    if (body[name] != null && body[other] != null && body[name] !== body[other])
      refuse(name, `must equal ${other}, which is another name of it`);
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_STORED.has(name)));
  const { name, advertiserId, accountId = advertiserId, status, budgetType, ...rest } = sent;
  const isOurs = BUDGET_TYPES.includes(textOf(budgetType));
  if (budgetType != null && budgetType !== CURRENCY && !isOurs) refuse('budgetType', `must be ${CURRENCY}`);
  return {
    ...rest,
    ...(isOurs && { budgetType }),
    ...((name !== undefined || 'campaignName' in rest) && { campaignName: rest.campaignName ?? name }),
    ...(accountId !== undefined && { advertiserId: accountId }),
    ...(status !== undefined && { status: status === 'INACTIVE' ? 'PAUSED' : status }),
  };
}

async function advertiserOf(ctx: DomainContext, sent: unknown): Promise<Advertiser | undefined> {
  const [advertiser] = await findAdvertisers({ ctx, where: byId(Number(sent)), query: {} });
  return advertiser;
}

/** In another zone its days would be others, and in another currency its budget. Empty values ask for none. */
function refuseOther(ctx: DomainContext, body: Fields, { timezone, currency }: Advertiser): void {
  const refuse = (path: string, own: string) =>
    ctx.refusedFields.push({ path, reason: `must be that of the advertiser, which is ${own}` });
  const isOther = (value: unknown, own: string, read = (text: string) => text) =>
    value != null && value !== '' && (typeof value !== 'string' || read(value) !== read(own));
  if (isOther(body.timezone, timezone, zoneAsSpelled)) refuse('timezone', timezone);
  if (isOther(body.currency, currency)) refuse('currency', currency);
}

async function campaignToWire(ctx: DomainContext, campaign: Campaign): Promise<Fields> {
  const [wire = {}] = await campaignsToWire(ctx, [campaign]);
  return wire;
}

/** Known fields come first, then the passthrough fields, which never have a known name. */
async function campaignsToWire(ctx: DomainContext, campaigns: readonly Campaign[]): Promise<Fields[]> {
  const ids = [...new Set(campaigns.map(({ advertiserId }) => advertiserId))];
  const advertisers = await findAdvertisers({ ctx, where: { id: { in: ids } }, query: {} });
  const byAdvertiser = new Map(advertisers.map((advertiser) => [advertiser.id, advertiser]));
  return campaigns.map((campaign) => {
    const { id, name, advertiserId, status, extra, createdAt, updatedAt } = campaign;
    const { timezone = 'UTC', currency } = byAdvertiser.get(advertiserId) ?? {};
    const { startDate, endDate, budget } = campaign;
    const schedule = scheduleOf(campaign, timezone);
    return {
      id,
      name,
      accountId: advertiserId,
      status,
      timezone,
      currency,
      budget,
      objective: campaign.objective,
      language: campaign.language,
      channel: campaign.channel,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      ...{ goalType: null, goalValue: null },
      ...furtherFields(recordOrEmpty(extra)),
      budgetType: CURRENCY,
      budgetSchedules: schedule ? [schedule] : [],
      campaignStartDate: startDate && formatInstant(startDate),
      campaignEndDate: endDate && formatInstant(endDate),
      frequencyCapPeriodType: UNLIMITED,
    };
  });
}

/** Leaves out fields that would look as if they were applied, such as the value of a frequency cap. */
function furtherFields(extra: Fields): Fields {
  const { frequencyCapPeriodType: period = UNLIMITED } = extra;
  return Object.fromEntries(
    Object.entries(extra).filter(
      ([name]) => !NOT_ANSWERED.has(name) && (name !== 'frequencyCapValue' || period === UNLIMITED),
    ),
  );
}
