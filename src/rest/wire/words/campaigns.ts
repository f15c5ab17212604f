import { findCampaigns } from '../../../domain/campaigns/campaign/find.ts';
import { operatorSupply } from '../../../domain/campaigns/line/supply-name.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import { idFromText } from '../../ids.ts';
import { answersOf, type Divergence, type ObservedCall } from '../divergence.ts';
import { CAMPAIGN_WORDS, FURTHER_CAMPAIGN_WORDS, withShownWords } from './enums.ts';
import { refuseOtherWords, withoutShownWords } from './unchanged-words.ts';

/** The words of further fields. One vendor of demographics is the operator. */
const furtherWords = (ctx: ObservedCall['ctx']) => ({
  ...FURTHER_CAMPAIGN_WORDS,
  demoVendor: { words: [operatorSupply(ctx), 'COMSCORE', 'NIELSEN'] },
});

const campaignInTheirWords = (campaign: unknown, { ctx }: Pick<ObservedCall, 'ctx'>): unknown =>
  isRecord(campaign) ? withShownWords({ ...CAMPAIGN_WORDS, ...furtherWords(ctx) }, campaign) : campaign;

function newCampaign(call: ObservedCall): unknown {
  if (isRecord(call.body)) refuseOtherWords(furtherWords(call.ctx), call.body, call);
  return call.body;
}

/** Takes out the words that GET answered for what is stored. The route refuses a campaign that the caller cannot see. */
async function changedCampaign(call: ObservedCall): Promise<unknown> {
  const { ctx, params, body } = call;
  if (!isRecord(body)) return body;
  const [campaign] = await findCampaigns({ ctx, where: byId(idFromText(params.id)), query: {} });
  if (!campaign) return body;
  const stored = { status: campaign.status, ...(isRecord(campaign.extra) && campaign.extra) };
  const further = furtherWords(ctx);
  refuseOtherWords(further, body, call, stored);
  return withoutShownWords({ ...CAMPAIGN_WORDS, ...further }, body, stored);
}

export const campaignWords: Divergence = {
  name: 'Words of a campaign',
  differs:
    '`goalType` and `demoVendor` of a campaign are closed: a word that these clients do not know is refused, and null if it was stored before. A deleted campaign is `ENDED`. In a PUT, a word that equals the answered one means unchanged. `getGoalType()` and `getDemoVendor()` throw for a campaign that has none.',
  sentBy: 'The Java client, whose getters throw on a word that its enum lacks.',
  example: { documented: '"goalType": "CLICKS"', observed: '400 "goalType must be one of CTR, CPC, …"' },
  requests: { 'POST /traffic/campaigns': newCampaign, 'PUT /traffic/campaigns/:id': changedCampaign },
  answers: answersOf('/traffic/campaigns', campaignInTheirWords),
};
