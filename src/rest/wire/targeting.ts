import { ValidationError } from '../../domain/errors.ts';
import { isRecord } from '../../domain/input.ts';
import { inventoryOf } from '../../domain/targeting/inventory.ts';
import { namedPlaces } from '../../domain/targeting/named-places.ts';
import { idFromText } from '../ids.ts';
import type { Divergence, ObservedCall } from './divergence.ts';
import { MOST_ITEMS, noteListPaths, withSiteLists } from './site-lists.ts';

type Fields = Record<string, unknown>;
type Named = { readonly name: string; readonly path: string; readonly excluded: boolean };

async function placesById(lineId: number, geos: Fields, { ctx, sentAs }: ObservedCall): Promise<Fields> {
  const { added, removed, removedNames, ...rest } = geos;
  const items = Array.isArray(added) && added.length <= MOST_ITEMS ? added : [];
  const names = Array.isArray(removedNames) && removedNames.length <= MOST_ITEMS ? removedNames : [];
  if (!items.some(isRecord) && names.length === 0) return geos;
  const plain = items.flatMap((item, at) => (isRecord(item) ? [] : [{ item, path: `geos.added[${at}]` }]));
  const named = items.flatMap((item, at) => (isRecord(item) ? [nameOf(item, `geos.added[${at}]`)] : []));
  const found = await namedPlaces({
    ctx,
    lineId,
    added: named,
    removed: names.map((name, at) => ({ name: String(name), path: `geos.removedNames[${at}]` })),
  });
  const of = (excluded: boolean) => found.added.filter((_, at) => named[at]?.excluded === excluded);
  const pathsOf = (isExcluded: boolean) => named.filter(({ excluded }) => excluded === isExcluded);
  for (const [at, { path }] of [...plain, ...pathsOf(false)].entries()) sentAs(`geos.added[${at}]`, path);
  for (const [at, { path }] of pathsOf(true).entries()) sentAs(`geos.excluded[${at}]`, path);
  if (of(true).length > 0) sentAs('geos.excluded', 'geos.added');
  return {
    ...rest,
    added: [...plain.map(({ item }) => item), ...of(false)],
    ...(of(true).length > 0 && { excluded: of(true) }),
    ...((removed !== undefined || found.removed.length > 0) && {
      removed: [...(Array.isArray(removed) ? removed : []), ...found.removed],
    }),
  };
}

function nameOf({ name, woeid, excluded = false }: Fields, path: string): Named {
  if (excluded !== null && typeof excluded !== 'boolean')
    throw new ValidationError([
      { path: `${path}.excluded`, message: `${path}.excluded must be true or false` },
    ]);
  return { name: String(name ?? woeid ?? ''), path: `${path}.name`, excluded: excluded === true };
}

/** `{entityId, excluded}` as `{id, exclude}`. */
const listById = (item: unknown): unknown => {
  if (!isRecord(item) || !('entityId' in item)) return item;
  const { entityId, excluded, ...rest } = item;
  return { ...rest, id: entityId, ...(excluded !== undefined && { exclude: excluded }) };
};

async function inOurNames(call: ObservedCall): Promise<unknown> {
  const { body, sentAs } = call;
  if (!isRecord(body)) return body;
  const { publishers, publishersIncluded, includePublishers, ...rest } = withSiteLists(body);
  noteListPaths(body, sentAs);
  const { geos, nativeLists } = rest;
  const isIncluded = (publishersIncluded ?? includePublishers ?? true) !== false;
  if (publishers != null) for (const ours of ['exchanges', 'exchanges.ids']) sentAs(ours, 'publishers');
  return {
    ...rest,
    ...(isRecord(geos) && { geos: await placesById(idFromText(call.params.id), geos, call) }),
    ...(isRecord(nativeLists) &&
      Array.isArray(nativeLists.added) && {
        nativeLists: { ...nativeLists, added: nativeLists.added.map(listById) },
      }),
    ...(publishers != null && { exchanges: { ids: publishers, excluded: !isIncluded } }),
  };
}

/** Their names stand beside ours. */
async function inBothNames(targeting: unknown, { ctx }: ObservedCall): Promise<unknown> {
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
    dealsIncluded: deals,
    publishersIncluded: publishers(false),
    publishersExcluded: publishers(true),
  };
}

const placeToWire = (place: Fields) => ({
  id: String(place.woeid),
  woeid: String(place.woeid),
  name: place.name,
  level: String(place.type).toUpperCase(),
});

export const targeting: Divergence = {
  name: 'Targeting by names, with excluded places, deals and exchanges',
  differs:
    '`geos.added` takes `{name, excluded}` and `geos.removedNames` names. A name is that of the dictionary’s places or countries, in any case; an ambiguous one is refused with the candidates, whose WOEID can be sent in place of the name. `nativeLists.added` takes `{entityId, excluded}`, and so does `siteLists.added`, whose `excluded` must be true: site lists are native lists, the target type `SITE_LISTS` is `NATIVE_LIST`, and a line cannot be limited to the sites of a list. `deals: {added, removed, clearAll}` and `publishers: [ids]` with `publishersIncluded` (or `includePublishers`) are stored under the target type `EXCHANGES`. Read back, `geosIncluded`, `geosExcluded`, `nativeListsExcluded`, `dealsIncluded`, `publishersIncluded` and `publishersExcluded` stand beside our names. Documented clients see excluded places as `excludedGeos`, if there are any.',
  sentBy: 'The Java client and the Python clients for trafficking.',
  example: {
    documented: '{"geos": {"added": [23424736]}, "nativeLists": {"added": [{"id": 3, "exclude": true}]}}',
    observed:
      '{"geos": {"added": [{"name": "Aruba", "excluded": false}]}, "nativeLists": {"added": [{"entityId": 3, "excluded": true}]}}',
  },
  requests: { 'POST /traffic/lines/:id/targeting': inOurNames },
  answers: {
    'GET /traffic/lines/:id/targeting': inBothNames,
    'POST /traffic/lines/:id/targeting': inBothNames,
  },
};
