import { createDeal } from '../../domain/deal/create.ts';
import { getDeal } from '../../domain/deal/get.ts';
import { listDeals } from '../../domain/deal/list.ts';
import { updateDeal } from '../../domain/deal/update.ts';
import { type Deal, dealView } from '../../domain/deal/view.ts';
import { idFromText } from '../ids.ts';
import { pickShown } from '../shown.ts';
import type { TrafficRoute } from './route.ts';
import { DEAL } from './shown.ts';

/** Spec 2, "Deals". */
export function dealRoutes(route: TrafficRoute): void {
  route('GET', '/deals/:id', async ({ ctx, params }) =>
    dealToWire(await getDeal({ ctx, id: idFromText(params.id) })),
  );
  route('GET', '/deals', async ({ ctx, query }) => {
    const deals = await listDeals({ ctx, input: query });
    return deals.map(dealToWire);
  });
  route('POST', '/deals', async ({ ctx, body }) => dealToWire(await createDeal({ ctx, input: body })));
  route('PUT', '/deals/:id', async ({ ctx, params, body }) =>
    dealToWire(await updateDeal({ ctx, id: idFromText(params.id), input: body })),
  );
}

function dealToWire(deal: Deal) {
  return { ...pickShown(DEAL, dealView(deal)), updatedAt: deal.updatedAt.toISOString() };
}
