import { z } from 'zod';
import { amount, id, oneOf, text, token } from '../fields.ts';
import { defineInput } from '../input.ts';

/** Fields of a campaign (spec 3, "Campaign"), for the native interface and for GraphQL alike. */
export const campaignFields = {
  advertiserId: id('Advertiser').describe('The advertiser that owns it; never changes.'),
  campaignName: text().describe('Display name.'),
  status: oneOf(['ACTIVE', 'PAUSED']).optional().describe('ACTIVE or PAUSED.'),
  budget: amount().optional().describe('Budget in the advertiser’s currency.'),
  budgetType: oneOf(['LIFETIME', 'DAILY', 'MONTHLY']).optional().describe('LIFETIME, DAILY or MONTHLY.'),
  objective: token().optional().describe('Such as VISIT_WEB or PROMOTE_BRAND.'),
  language: text(16).optional().describe('Code of a dictionary language, such as en.'),
  channel: oneOf(['NATIVE', 'SEARCH', 'SEARCH_AND_NATIVE'])
    .optional()
    .describe('NATIVE, SEARCH or SEARCH_AND_NATIVE; must fit the objective.'),
  isPartnerNetwork: oneOf(['TRUE', 'FALSE']).optional().describe('Whether partners’ supply is used.'),
  advancedGeoPos: token().optional().describe('How targeted locations are matched.'),
  advancedGeoNeg: token().optional().describe('How excluded locations are matched.'),
};

/** A stored campaign can also be DELETED. */
export const campaignUpdateFields = {
  ...campaignFields,
  status: oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe('ACTIVE, PAUSED or DELETED.'),
};

/** `name` is an alias of `campaignName`, which wins. */
const names = {
  campaignName: text().optional().describe('Display name.'),
  name: text().optional().describe('Alias of campaignName, which wins where both are sent.'),
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
