import { createAd } from '../../domain/ad/create.ts';
import { AD } from '../../domain/ad/definition.ts';
import { getAd } from '../../domain/ad/get.ts';
import { listAds } from '../../domain/ad/list.ts';
import type { AdWithParts } from '../../domain/ad/parts.ts';
import { updateAd } from '../../domain/ad/update.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../domain/resource/rest.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

/** Both paths of PUT are documented. */
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
