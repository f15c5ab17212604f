import { findCampaigns } from '../../../domain/campaigns/campaign/find.ts';
import { operatorSupply } from '../../../domain/campaigns/line/supply-name.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import { idFromText } from '../../ids.ts';
import { answersOf, type Divergence, type ObservedCall } from '../divergence.ts';
import { CAMPAIGN_ENUMS, CAMPAIGN_PASSTHROUGH_ENUMS, withObservedValues } from './enums.ts';
import { refuseUnknownValues, withoutUnchangedValues } from './unchanged-values.ts';

/** The enums of passthrough fields. One vendor of demographics is the operator. */
const passthroughEnums = (ctx: ObservedCall['ctx']) => ({
  ...CAMPAIGN_PASSTHROUGH_ENUMS,
  demoVendor: { values: [operatorSupply(ctx), 'COMSCORE', 'NIELSEN'] },
});

const observedCampaign = (campaign: unknown, { ctx }: Pick<ObservedCall, 'ctx'>): unknown =>
  isRecord(campaign)
    ? withObservedValues({ ...CAMPAIGN_ENUMS, ...passthroughEnums(ctx) }, campaign)
    : campaign;

function newCampaign(call: ObservedCall): unknown {
  if (isRecord(call.body)) refuseUnknownValues(passthroughEnums(call.ctx), call.body, call);
  return call.body;
}

/** Removes the values that GET showed for what is stored. The route refuses a campaign that the caller cannot see. */
async function changedCampaign(call: ObservedCall): Promise<unknown> {
  const { ctx, params, body } = call;
  if (!isRecord(body)) return body;
  const [campaign] = await findCampaigns({ ctx, where: byId(idFromText(params.id)), query: {} });
  if (!campaign) return body;
  const stored = { status: campaign.status, ...(isRecord(campaign.extra) && campaign.extra) };
  const enums = passthroughEnums(ctx);
  refuseUnknownValues(enums, body, call, stored);
  return withoutUnchangedValues({ ...CAMPAIGN_ENUMS, ...enums }, body, stored);
}

export const campaignEnums: Divergence = {
  name: 'Words of a campaign',
  differs:
    '`goalType` and `demoVendor` of a campaign are closed: a word that these clients do not know is refused, and null if it was stored before. A deleted campaign is `ENDED`. In a PUT, a word that equals the answered one means unchanged. `getGoalType()` and `getDemoVendor()` throw for a campaign that has none.',
  sentBy: 'The Java client, whose getters throw on a word that its enum lacks.',
  example: { documented: '"goalType": "CLICKS"', observed: '400 "goalType must be one of CTR, CPC, …"' },
  requests: { 'POST /traffic/campaigns': newCampaign, 'PUT /traffic/campaigns/:id': changedCampaign },
  answers: answersOf('/traffic/campaigns', observedCampaign),
};
