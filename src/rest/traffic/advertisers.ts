import { listBeacons } from '../../domain/audiences/pixel/list-beacons.ts';
import { createAdvertiser } from '../../domain/campaigns/advertiser/create.ts';
import { ADVERTISER } from '../../domain/campaigns/advertiser/definition.ts';
import { type Advertiser, answerAdvertiser } from '../../domain/campaigns/advertiser/get.ts';
import { listAdvertisers } from '../../domain/campaigns/advertiser/list.ts';
import { updateAdvertiser } from '../../domain/campaigns/advertiser/update.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

export function advertiserRoutes(route: TrafficRoute): void {
  route('GET', '/advertisers/:id', async ({ ctx, params }) =>
    answerAdvertiser({ ctx, id: idFromText(params.id) }),
  );
  route('GET', '/advertisers', ({ ctx, query }) => listAdvertisers({ ctx, input: query }));
  route('GET', '/advertisers/:accountId/beaconlookups', async ({ ctx, params }) => {
    const pixels = await listBeacons({ ctx, advertiserId: idFromText(params.accountId) });
    return pixels.map(({ id, name, dotPixel }) => ({ id, name, dotPixel }));
  });
  route('POST', '/advertisers', async ({ ctx, body }) =>
    advertiserToWire(ctx, await createAdvertiser({ ctx, input: body })),
  );
  route('PUT', '/advertisers/:id', async ({ ctx, params, body }) =>
    advertiserToWire(ctx, await updateAdvertiser({ ctx, id: idFromText(params.id), input: body })),
  );
}

const advertiserToWire = (ctx: DomainContext, advertiser: Advertiser) => restRow(ctx, ADVERTISER, advertiser);
