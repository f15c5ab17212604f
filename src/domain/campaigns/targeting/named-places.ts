import { groupBy } from '../../../resources/filter/group-by.ts';
import { authorizeWrite, type DomainContext } from '../../context.ts';
import { getTargeting } from './get.ts';

interface Place {
  readonly woeid: number;
  readonly type: string;
  readonly name: string;
}

/** The maximum number of places with the same name that an error lists. */
const MAX_CANDIDATES = 10;
const LONGEST = 255;

/** What a name refers to: a WOEID, or why there is none. */
export type NamedPlace = { readonly woeid: number } | { readonly problem: string };

/**
 * Returns the WOEIDs of places that a targeting change names as in the dictionary, ignoring case; a WOEID in digits is
 * returned as it is. Names of removed places are looked up among the line's own places, and are undefined if they are
 * not there. For an ambiguous name, the problem lists the candidates.
 */
export async function namedPlaces(options: {
  ctx: DomainContext;
  lineId: number;
  added: readonly string[];
  removed: readonly string[];
}): Promise<{ added: NamedPlace[]; removed: (NamedPlace | undefined)[] }> {
  const { ctx, lineId, added, removed } = options;
  authorizeWrite(ctx);
  const { geos, excludedGeos } = await getTargeting({ ctx, lineId });
  const targeted = [...geos, ...excludedGeos];
  const own = byName(targeted);
  const known = await placesNamed(ctx, [...added, ...removed]);
  const isTargeted = ({ woeid }: Place) => targeted.some((place) => place.woeid === woeid);
  return {
    added: added.map((name) => one(name, known.get(keyOf(name)))),
    removed: removed.map((name) => {
      const places = own.get(keyOf(name)) ?? (known.get(keyOf(name)) ?? []).filter(isTargeted);
      return isWoeid(name) || places.length > 0 ? one(name, places) : undefined;
    }),
  };
}

const keyOf = (name: string): string => name.trim().toLowerCase();
const isWoeid = (name: string): boolean => /^\d{1,10}$/.test(name);

const byName = (places: readonly Place[]) => groupBy(places, ({ name }) => keyOf(name));

function one(name: string, places: readonly Place[] = []): NamedPlace {
  if (isWoeid(name)) return { woeid: Number(name) };
  const [place, other] = places;
  if (!place) return { problem: 'must be the name of a place of the dictionary' };
  if (!other) return { woeid: place.woeid };
  const candidates = places.map(({ woeid, type, name }) => `${name} (${type}, WOEID ${woeid})`);
  return { problem: `is ambiguous. Send one of these WOEIDs in its place: ${candidates.join(', ')}` };
}

async function placesNamed(
  ctx: DomainContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, Place[]>> {
  const keys = names.filter((name) => name.length <= LONGEST && name.isWellFormed() && !name.includes('\0'));
  if (keys.length === 0) return new Map();
  const { rows } = await ctx.pool.query<Place & { requested: string }>(PLACES_NAMED, [
    [...new Set(keys.map(keyOf))],
    MAX_CANDIDATES,
  ]);
  return groupBy(rows, ({ requested }) => requested);
}

/** A country has two names: the one in the list of places and the one in the list of countries (`United States`). */
const PLACES_NAMED = `
  SELECT requested.name AS requested, found.woeid, found.type, found.name FROM unnest($1::text[]) AS requested (name)
  CROSS JOIN LATERAL (
    SELECT woeid, type, name FROM location WHERE name_key = requested.name AND NOT retired
    UNION
    SELECT woeid, type, location.name FROM dictionary_entry AS country
    JOIN location ON location.type = 'COUNTRY' AND location.code = country.value AND NOT retired
    WHERE country.list = 'country' AND lower(country.name) = requested.name
    ORDER BY woeid LIMIT $2) AS found`;
