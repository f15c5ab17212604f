import { type NamedPlace, namedPlaces } from '../../../domain/campaigns/targeting/named-places.ts';
import { textOf } from '../../../platform/text/typed.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import type { Divergence, ObservedCall } from '../divergence.ts';
import { isShortList, shortList, withSiteLists } from './site-lists.ts';
import { withBothNames } from './targeting-answer.ts';
import { withoutUnchanged } from './unchanged-targeting.ts';

type Fields = Record<string, unknown>;

/** Not a WOEID. The domain refuses it in place of a name that cannot be translated. */
const NO_PLACE = 0;

/** What a place can have. Only its name, or its WOEID, and `excluded` count; the others describe it. */
const PLACE_FIELDS = new Set('name woeid excluded id level type description key code countryISO3'.split(' '));

/** Converts one list of included and excluded place names to two lists of WOEIDs. */
async function placesById(geos: Fields, { ctx, params, sentAs, refuse }: ObservedCall): Promise<Fields> {
  const { added = [], removed = [], removedNames, ...rest } = geos;
  const items = shortList(added);
  const named = items.filter(isRecord);
  if (named.length === 0 && removedNames == null) return geos;
  const found = await namedPlaces({
    ctx,
    lineId: idFromText(params.id),
    added: named.map(({ name, woeid }) => textOf(name ?? woeid ?? '')),
    removed: shortList(removedNames).map(textOf),
  });
  const places = new Map(named.map((item, at) => [item, found.added[at]]));
  const lists: Record<'added' | 'excluded', unknown[]> = { added: [], excluded: [] };
  for (const [at, item] of items.entries()) {
    const path = `geos.added[${at}]`;
    const isNamed = isRecord(item);
    for (const name of isNamed ? Object.keys(item) : [])
      if (!PLACE_FIELDS.has(name)) refuse(`${path}.${name}`, 'is not supported');
    const list = isNamed && item.excluded === true ? 'excluded' : 'added';
    const sent = isNamed ? placeAt(path, item, places.get(item)) : { path, value: item };
    sentAs(`geos.${list}[${lists[list].length}]`, sent.path, sent.reason);
    lists[list].push(sent.value);
  }
  if (lists.excluded.length > 0) sentAs('geos.excluded', 'geos.added');
  const gone = [...shortList(removed)];
  for (const [at, place] of found.removed.entries()) {
    if (!place) continue;
    const { path, value, reason } = woeidAt(`geos.removedNames[${at}]`, place);
    sentAs(`geos.removed[${gone.length}]`, path, reason);
    gone.push(value);
  }
  const isList = removedNames == null || isShortList(removedNames);
  if (!isList) sentAs('geos.removed', 'geos.removedNames');
  return {
    ...rest,
    added: isShortList(added) ? lists.added : added,
    ...(lists.excluded.length > 0 && { excluded: lists.excluded }),
    removed: !isList ? removedNames : isShortList(removed) ? gone : removed,
  };
}

interface SentPlace {
  readonly path: string;
  readonly value: unknown;
  readonly reason?: string;
}

function placeAt(path: string, { excluded }: Fields, place: NamedPlace | undefined): SentPlace {
  if (excluded != null && typeof excluded !== 'boolean')
    return { path: `${path}.excluded`, value: NO_PLACE, reason: 'must be true or false' };
  return woeidAt(`${path}.name`, place);
}

const woeidAt = (path: string, place: NamedPlace | undefined): SentPlace =>
  place && 'problem' in place
    ? { path, value: NO_PLACE, reason: place.problem }
    : { path, value: place?.woeid };

/** Converts `{entityId, excluded}` to `{id, exclude}`. */
const listById = (item: unknown): unknown => {
  if (!isRecord(item) || !('entityId' in item)) return item;
  const { entityId, excluded, ...rest } = item;
  return { ...rest, id: entityId, ...(excluded !== undefined && { exclude: excluded }) };
};

/** Returns whether publishers are included, as either name says; true unless it is sent. */
function isPublishersIncluded({ publishers, ...flags }: Fields, { refuse }: ObservedCall): boolean {
  const sent = Object.entries(flags).filter(([, value]) => value != null);
  for (const [name, value] of sent)
    if (typeof value !== 'boolean') refuse(name, 'must be true or false');
    else if (publishers == null && !value) refuse(name, 'can only be false with publishers');
    else if (value !== sent[0]?.[1]) refuse(name, `must equal ${sent[0]?.[0]}, because it is an alias of it`);
  return sent[0]?.[1] !== false;
}

async function inOurNames(call: ObservedCall): Promise<unknown> {
  const { body, sentAs } = call;
  if (!isRecord(body)) return body;
  const changed = await withoutUnchanged(body, call);
  const { publishers, publishersIncluded, includePublishers, ...rest } = withSiteLists(changed, sentAs);
  const { geos, nativeLists } = rest;
  const isIncluded = isPublishersIncluded({ publishers, publishersIncluded, includePublishers }, call);
  if (publishers != null)
    for (const documented of ['exchanges', 'exchanges.ids']) sentAs(documented, 'publishers');
  return {
    ...rest,
    ...(isRecord(geos) && { geos: await placesById(geos, call) }),
    ...(isRecord(nativeLists) &&
      Array.isArray(nativeLists.added) && {
        nativeLists: { ...nativeLists, added: nativeLists.added.map(listById) },
      }),
    ...(publishers != null && { exchanges: { ids: publishers, excluded: !isIncluded } }),
  };
}

export const targeting: Divergence = {
  name: 'Targeting by names, with excluded places, deals and exchanges',
  differs:
    '`geos.added` takes `{name, excluded}` and `geos.removedNames` names. A name is that of the dictionary’s places or countries, in any case; an ambiguous one is refused with the candidates, whose WOEID can be sent in place of the name. `nativeLists.added` takes `{entityId, excluded}`, and so does `siteLists.added`, whose `excluded` must be true: site lists are native lists, the target type `SITE_LISTS` is `NATIVE_LIST`, and a line cannot be limited to the sites of a list. `deals: {added, removed, clearAll}` and `publishers: [ids]` with `publishersIncluded` (or `includePublishers`) are stored under the target type `EXCHANGES`. Read back, `geosIncluded`, `geosExcluded`, `nativeListsExcluded`, `dealsIncluded`, `publishersIncluded` and `publishersExcluded` are accepted in addition to our names, `siteListsExcluded` has the same lists as `nativeListsExcluded`, and a place’s `level` is `Country`, `State`, `City`, `Dma`, `Zip` and so on. What GET answered can be posted back. `getName()` of the type `TARGET_PRODUCT_FUNNEL` throws. Documented clients see excluded places as `excludedGeos`, if there are any.',
  sentBy: 'The Java client and the Python clients for trafficking.',
  example: {
    documented: '{"geos": {"added": [23424736]}, "nativeLists": {"added": [{"id": 3, "exclude": true}]}}',
    observed:
      '{"geos": {"added": [{"name": "Aruba", "excluded": false}]}, "nativeLists": {"added": [{"entityId": 3, "excluded": true}]}}',
  },
  requests: { 'POST /traffic/lines/:id/targeting': inOurNames },
  answers: {
    'GET /traffic/lines/:id/targeting': withBothNames,
    'POST /traffic/lines/:id/targeting': withBothNames,
  },
};
