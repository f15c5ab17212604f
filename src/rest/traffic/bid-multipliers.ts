import { getBidMultipliers } from '../../domain/campaigns/bid-multiplier/get.ts';
import { MAX_MULTIPLIER, MIN_MULTIPLIER } from '../../domain/campaigns/bid-multiplier/input.ts';
import { listTargets } from '../../domain/campaigns/bid-multiplier/list-targets.ts';
import { updateBidMultipliers } from '../../domain/campaigns/bid-multiplier/update.ts';
import { type LineBidMultipliers, targetValue } from '../../domain/campaigns/bid-multiplier/view.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

export function bidMultiplierRoutes(route: TrafficRoute): void {
  route('GET', '/lines/:lineId/bidmultipliers', async ({ ctx, params }) =>
    multipliersToWire(await getBidMultipliers({ ctx, lineId: idFromText(params.lineId) })),
  );
  route('POST', '/lines/:lineId/bidmultipliers', async ({ ctx, params, body }) =>
    multipliersToWire(await updateBidMultipliers({ ctx, lineId: idFromText(params.lineId), input: body })),
  );
  route('GET', '/targeting/bidmultipliertargets', async ({ ctx, query }) => {
    const targets = await listTargets({ ctx, input: query });
    return targets.map((target) => ({
      id: targetValue(target),
      type: target.type,
      name: target.name,
      minMultiplier: MIN_MULTIPLIER,
      maxMultiplier: MAX_MULTIPLIER,
    }));
  });
}

function multipliersToWire({ bidMultipliers, bidMultiplierCap }: LineBidMultipliers) {
  return {
    bidMultipliers: bidMultipliers.map(({ id, targetType, targetValue: value, multiplier }) => ({
      id,
      targetType,
      targetValue: targetValue({ type: targetType, value }),
      multiplier,
    })),
    bidMultiplierCap,
  };
}
