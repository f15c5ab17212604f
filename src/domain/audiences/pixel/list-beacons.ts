import type { Pixel } from '../../../platform/database/generated/prisma/client.ts';
import { getAdvertiser } from '../../campaigns/advertiser/get.ts';
import type { DomainContext } from '../../context.ts';
import { findPixels } from './find.ts';

/** Returns an advertiser's pixels, sorted by ID. Throws NotFoundError if the advertiser does not exist. */
export async function listBeacons(options: { ctx: DomainContext; advertiserId: number }): Promise<Pixel[]> {
  const { ctx } = options;
  const { id: advertiserId } = await getAdvertiser({ ctx, id: options.advertiserId });
  return findPixels({ ctx, where: { advertiserId }, query: { orderBy: { id: 'asc' } } });
}
