import { createAdvertiser } from '../../domain/advertiser/create.ts';
import { type Advertiser, getAdvertiser } from '../../domain/advertiser/get.ts';
import { listAdvertisers } from '../../domain/advertiser/list.ts';
import { updateAdvertiser } from '../../domain/advertiser/update.ts';
import { showsBillingContact } from '../../domain/advertiser/visible.ts';
import type { DomainContext } from '../../domain/context.ts';
import { listBeacons } from '../../domain/pixel/list-beacons.ts';
import { idFromText } from '../ids.ts';
import { pickShown } from '../shown.ts';
import type { TrafficRoute } from './route.ts';
import { ADVERTISER } from './shown.ts';

/** Spec 2, "Advertisers". */
export function advertiserRoutes(route: TrafficRoute): void {
  route('GET', '/advertisers/:id', async ({ ctx, params }) =>
    advertiserToWire(ctx, await getAdvertiser({ ctx, id: idFromText(params.id) })),
  );
  route('GET', '/advertisers', async ({ ctx, query }) => {
    const advertisers = await listAdvertisers({ ctx, input: query });
    return advertisers.map((advertiser) => advertiserToWire(ctx, advertiser));
  });
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

/** The billing contact is shown for seats under a country's legal compliance only (RULINGS, Tenancy). */
function advertiserToWire(ctx: DomainContext, advertiser: Advertiser) {
  const { billingContact, updatedAt } = advertiser;
  return {
    ...pickShown(ADVERTISER, advertiser),
    ...(showsBillingContact(ctx) && { billingContact }),
    updatedAt: updatedAt.toISOString(),
  };
}
