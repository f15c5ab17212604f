import { oneOf, text } from '../fields.ts';
import { isRecord } from '../input.ts';
import { inputsOf } from '../resource/inputs.ts';
import { CAMPAIGN } from './definition.ts';

/** Fields of a campaign (spec 3, "Campaign"), for the native interface and for GraphQL alike. */
export const campaignFields = inputsOf(CAMPAIGN).create.fields.shape;

/** A stored campaign can also be DELETED. */
const status = oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe(
  'The status: `ACTIVE`, `PAUSED` or `DELETED`.',
);
export const campaignUpdateFields = { ...campaignFields, status };

/** GraphQL has a second name for `campaignName`, which wins where both are sent. */
export const { create: CreateCampaign, update: UpdateCampaign } = inputsOf(CAMPAIGN, {
  more: {
    campaignName: text().optional().describe('The display name.'),
    name: text().optional().describe('An alias of `campaignName`. If both are sent, `campaignName` applies.'),
  },
  changes: { status },
  answered: ['createdDate', 'lastUpdateDate'],
  keepsUnknown: true,
});

/** The input with `campaignName` alone, as the native interface has it. */
export function withCampaignName(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { name, ...fields } = input;
  return { ...fields, campaignName: fields.campaignName ?? name };
}
