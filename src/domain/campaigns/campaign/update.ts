import type { Campaign } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { updateObject } from '../../native/batch/one-object.ts';
import { campaignObject } from './object.ts';

/** Updates the fields that are in the input. A DELETED campaign cannot be changed. */
export function updateCampaign(options: {
  ctx: DomainContext;
  id: number;
  input: unknown;
  /** If set, throws ConflictError unless the stored `updatedAt` still has this value. */
  unchangedSince?: Date | undefined;
}): Promise<Campaign> {
  return updateObject({ ...options, object: campaignObject });
}
