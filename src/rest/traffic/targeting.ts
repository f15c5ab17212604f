import { getTargeting, type Targeting } from '../../domain/campaigns/targeting/get.ts';
import { TARGET_TYPES } from '../../domain/campaigns/targeting/kind.ts';
import { updateTargeting } from '../../domain/campaigns/targeting/update.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

/** POST returns the same as GET. */
export function targetingRoutes(route: TrafficRoute): void {
  route('GET', '/lines/:id/targeting', async ({ ctx, params }) =>
    targetingToWire(await getTargeting({ ctx, lineId: idFromText(params.id) })),
  );
  route('POST', '/lines/:id/targeting', async ({ ctx, params, body }) => {
    const takesInventory = ctx.actor.wire === 'observed';
    return targetingToWire(
      await updateTargeting({ ctx, lineId: idFromText(params.id), input: body, takesInventory }),
    );
  });
}

const documented: ReadonlySet<string> = new Set(TARGET_TYPES);

/** Excluded places are not documented. `excludedGeos` is this service's addition, and only present if there are any. */
export function targetingToWire({ id, types, excludedGeos, ...targets }: Targeting) {
  return {
    id,
    types: types.filter(({ name }) => documented.has(name)),
    ...targets,
    ...(excludedGeos.length > 0 && { excludedGeos }),
  };
}
