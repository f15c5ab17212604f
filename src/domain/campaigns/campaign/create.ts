import type { Campaign } from '../../../platform/database/generated/prisma/client.ts';
import type { DomainContext } from '../../context.ts';
import { createObject } from '../../native/batch/one-object.ts';
import { campaignObject } from './object.ts';

/** Creates a campaign for one of the caller's advertisers; ACTIVE by default. */
export function createCampaign({ ctx, input }: { ctx: DomainContext; input: unknown }): Promise<Campaign> {
  return createObject({ ctx, object: campaignObject, input });
}
