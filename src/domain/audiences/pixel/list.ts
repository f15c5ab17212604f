import type { Pixel } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import { type OwnedListParameters, ownedPage } from '../../campaigns/advertiser/owned-page.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { findPixels, PIXEL_LIST } from './find.ts';

/** Returns a page of an advertiser's pixels, or of the seat's. */
export async function listPixels(options: {
  ctx: DomainContext;
  input: OwnedListParameters;
}): Promise<Pixel[]> {
  const { ctx, input } = options;
  return findPixels({ ctx, ...(await ownedPage({ ctx, input, list: PIXEL_LIST })) });
}

export async function getPixel({ ctx, id }: { ctx: DomainContext; id: number }): Promise<Pixel> {
  const [pixel] = await findPixels({ ctx, where: byId(id), query: {} });
  if (!pixel) throw new NotFoundError('Pixel');
  return pixel;
}
