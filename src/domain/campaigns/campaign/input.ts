import { inputsOf } from '../../../resources/define/inputs.ts';
import { storedStatus } from '../../native/batch/fields.ts';
import { CAMPAIGN } from './definition.ts';

export const { create: CreateCampaign, update: UpdateCampaign } = inputsOf(CAMPAIGN, {
  changes: { status: storedStatus() },
  keepsUnknown: true,
});
