import { createDeal } from '../../domain/campaigns/deal/create.ts';
import { DEAL } from '../../domain/campaigns/deal/definition.ts';
import { getDeal } from '../../domain/campaigns/deal/get.ts';
import { listDeals } from '../../domain/campaigns/deal/list.ts';
import { updateDeal } from '../../domain/campaigns/deal/update.ts';
import type { Deal } from '../../domain/campaigns/deal/view.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

export function dealRoutes(route: TrafficRoute): void {
  route('GET', '/deals/:id', async ({ ctx, params }) => getDeal({ ctx, id: idFromText(params.id) }));
  route('GET', '/deals', ({ ctx, query }) => listDeals({ ctx, input: query }));
  route('POST', '/deals', async ({ ctx, body }) => dealToWire(ctx, await createDeal({ ctx, input: body })));
  route('PUT', '/deals/:id', async ({ ctx, params, body }) =>
    dealToWire(ctx, await updateDeal({ ctx, id: idFromText(params.id), input: body })),
  );
}

const dealToWire = (ctx: DomainContext, deal: Deal) => restRow(ctx, DEAL, deal);
