import { z } from 'zod';
import { amount, id, oneOf, text, token } from '../fields.ts';
import { defineInput, isRecord } from '../input.ts';

/** Fields of a campaign (spec 3, "Campaign"), for the native interface and for GraphQL alike. */
export const campaignFields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it. Immutable.'),
  campaignName: text().describe('The display name.'),
  status: oneOf(['ACTIVE', 'PAUSED']).optional().describe('The status: `ACTIVE` or `PAUSED`.'),
  budget: amount().optional().describe('The budget, in the advertiser’s currency.'),
  budgetType: oneOf(['LIFETIME', 'DAILY', 'MONTHLY'])
    .optional()
    .describe('The period of the budget: `LIFETIME`, `DAILY` or `MONTHLY`.'),
  objective: token().optional().describe('The objective, such as `VISIT_WEB` or `PROMOTE_BRAND`.'),
  language: text(16).optional().describe('The code of a language in the dictionary, such as `en`.'),
  channel: oneOf(['NATIVE', 'SEARCH', 'SEARCH_AND_NATIVE'])
    .optional()
    .describe('The channel: `NATIVE`, `SEARCH` or `SEARCH_AND_NATIVE`. It must match the objective.'),
  isPartnerNetwork: oneOf(['TRUE', 'FALSE'])
    .optional()
    .describe('Whether the campaign uses the supply of partners: `TRUE` or `FALSE`.'),
  advancedGeoPos: token().optional().describe('How targeted locations are matched.'),
  advancedGeoNeg: token().optional().describe('How excluded locations are matched.'),
};

/** A stored campaign can also be DELETED. */
export const campaignUpdateFields = {
  ...campaignFields,
  status: oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe('The status: `ACTIVE`, `PAUSED` or `DELETED`.'),
};

/** GraphQL has a second name for `campaignName`, which wins where both are sent. */
const names = {
  campaignName: text().optional().describe('The display name.'),
  name: text().optional().describe('An alias of `campaignName`. If both are sent, `campaignName` applies.'),
};

const readOnly = ['id', 'createdAt', 'updatedAt', 'createdDate', 'lastUpdateDate'];

export const CreateCampaign = defineInput({
  fields: z.object({ ...campaignFields, ...names }),
  readOnly,
  keepsUnknown: true,
});

export const UpdateCampaign = defineInput({
  fields: z.object({ ...campaignUpdateFields, ...names }).partial(),
  readOnly,
  keepsUnknown: true,
});

/** The input with `campaignName` alone, as the native interface has it. */
export function withCampaignName(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { name, ...fields } = input;
  return { ...fields, campaignName: fields.campaignName ?? name };
}
