import { getTargeting } from '../../domain/targeting/get.ts';
import { updateTargeting } from '../../domain/targeting/update.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

/** Spec 2, "Funnel targeting"; RULINGS T10. POST answers what GET answers. */
export function targetingRoutes(route: TrafficRoute): void {
  route('GET', '/lines/:id/targeting', ({ ctx, params }) =>
    getTargeting({ ctx, lineId: idFromText(params.id) }),
  );
  route('POST', '/lines/:id/targeting', ({ ctx, params, body }) =>
    updateTargeting({ ctx, lineId: idFromText(params.id), input: body }),
  );
}
