import { createAd } from '../../domain/campaigns/ad/create.ts';
import { AD } from '../../domain/campaigns/ad/definition.ts';
import { getAd } from '../../domain/campaigns/ad/get.ts';
import { listAds } from '../../domain/campaigns/ad/list.ts';
import type { AdWithParts } from '../../domain/campaigns/ad/parts.ts';
import { updateAd } from '../../domain/campaigns/ad/update.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

/** PUT is documented with both paths. */
export function adRoutes(route: TrafficRoute): void {
  route('GET', '/ads/:id', async ({ ctx, params }) => getAd({ ctx, id: idFromText(params.id) }));
  route('GET', '/ads', ({ ctx, query }) => listAds({ ctx, input: query }));
  route('POST', '/ads', async ({ ctx, body }) => adToWire(ctx, await createAd({ ctx, input: body })));
  for (const path of ['/ad/:id', '/ads/:id'])
    route('PUT', path, async ({ ctx, params, body }) =>
      adToWire(ctx, await updateAd({ ctx, id: idFromText(params.id), input: body })),
    );
}

const adToWire = (ctx: DomainContext, ad: AdWithParts) => restRow(ctx, AD, ad);
