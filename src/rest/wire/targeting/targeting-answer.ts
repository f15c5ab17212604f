import { inventoryOf } from '../../../domain/campaigns/targeting/inventory.ts';
import { isRecord } from '../../../resources/define/input.ts';
import type { ObservedCall } from '../divergence.ts';
import { placeLevel } from '../enum-values/places.ts';

type Fields = Record<string, unknown>;

/** Adds the names that these clients use to the documented ones. */
export async function withBothNames(targeting: unknown, { ctx }: ObservedCall): Promise<unknown> {
  if (!isRecord(targeting)) return targeting;
  const { isTargeted, deals, exchanges } = await inventoryOf({ ctx, lineId: Number(targeting.id) });
  const places = (list: unknown) => (Array.isArray(list) ? list.map(placeToWire) : []);
  const publishers = (isExcluded: boolean) =>
    exchanges.filter(({ excluded }) => excluded === isExcluded).map(({ id, name }) => ({ id, name }));
  const types = Array.isArray(targeting.types) ? targeting.types : [];
  return {
    ...targeting,
    types: isTargeted ? [...types, { name: 'EXCHANGES', isTargeted }] : types,
    geosIncluded: places(targeting.geos),
    geosExcluded: places(targeting.excludedGeos),
    nativeListsExcluded: targeting.nativeLists,
    siteListsExcluded: targeting.nativeLists,
    dealsIncluded: deals,
    publishersIncluded: publishers(false),
    publishersExcluded: publishers(true),
    frequencyCapPeriod: 'UNLIMITED',
  };
}

const placeToWire = (place: Fields) => ({
  id: String(place.woeid),
  woeid: String(place.woeid),
  name: place.name,
  level: placeLevel(String(place.type)),
});
