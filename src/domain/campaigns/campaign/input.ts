import { name } from '../../../resources/define/fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { inputsOf } from '../../../resources/define/inputs.ts';
import { storedStatus } from '../../native/batch/fields.ts';
import { CAMPAIGN } from './definition.ts';

/** GraphQL has a second name for `campaignName`, which wins where both are sent. */
export const { create: CreateCampaign, update: UpdateCampaign } = inputsOf(CAMPAIGN, {
  more: {
    campaignName: name().optional().describe('The display name.'),
    name: name().optional().describe('An alias of `campaignName`. If both are sent, `campaignName` applies.'),
  },
  changes: { status: storedStatus() },
  keepsUnknown: true,
});

/** The input with `campaignName` alone, as the native interface has it. */
export function withCampaignName(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { name, ...fields } = input;
  const { campaignName } = fields;
  return { ...fields, campaignName: campaignName ?? (name === undefined ? campaignName : name) };
}
