import type { Campaign } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import { updateObject } from '../native/one-object.ts';
import { withCampaignName } from './input.ts';
import { campaignObject } from './object.ts';

/** Changes what the input names and leaves the rest (spec 3, "Campaign"); a DELETED campaign stays as it is. */
export function updateCampaign(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** Refuse with ConflictError unless this is still the `updatedAt`. */
  unchangedSince?: Date | undefined;
}): Promise<Campaign> {
  return updateObject({ ...options, object: campaignObject, input: withCampaignName(options.input) });
}
