import { authorizeWrite, type DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
import { grouped } from '../lists/grouped.ts';
import { getTargeting } from './get.ts';

interface Place {
  readonly woeid: number;
  readonly type: string;
  readonly name: string;
}

/** Places with one name that a refusal lists. */
const MOST_CANDIDATES = 10;
const LONGEST = 255;

/**
 * The WOEIDs of places that a change of a line's targeting names as the dictionary has them, in any case; a WOEID in
 * digits names itself. What is removed is looked for among the line's own places, and ignored if it is not there.
 * Throws ValidationError for unknown names, and for ambiguous ones with the candidates.
 */
export async function namedPlaces(options: {
  ctx: DomainContext;
  lineId: number;
  /** With the path at which each was sent. */
  added: readonly { readonly name: string; readonly path: string }[];
  removed: readonly { readonly name: string; readonly path: string }[];
}): Promise<{ added: number[]; removed: number[] }> {
  const { ctx, lineId, added, removed } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const { geos, excludedGeos } = await getTargeting({ ctx, lineId });
  const targeted = [...geos, ...excludedGeos];
  const own = byName(targeted);
  const known = await placesNamed(
    ctx,
    [...added, ...removed].map(({ name }) => name),
  );
  const isTargeted = ({ woeid }: Place) => targeted.some((place) => place.woeid === woeid);
  const found = added.map(({ name, path }) => one({ problems, path, name, places: known.get(keyOf(name)) }));
  const gone = removed.flatMap(({ name, path }) => {
    const places = own.get(keyOf(name)) ?? (known.get(keyOf(name)) ?? []).filter(isTargeted);
    return isWoeid(name) || places.length > 0 ? [one({ problems, path, name, places })] : [];
  });
  problems.throwIfAny();
  return { added: found, removed: gone };
}

const keyOf = (name: string): string => name.trim().toLowerCase();
const isWoeid = (name: string): boolean => /^\d{1,10}$/.test(name);

const byName = (places: readonly Place[]) => grouped(places, ({ name }) => keyOf(name));

function one(options: {
  problems: Problems;
  path: string;
  name: string;
  places: readonly Place[] | undefined;
}): number {
  const { problems, path, name, places = [] } = options;
  if (isWoeid(name)) return Number(name);
  const [place, other] = places;
  if (!place) problems.add(path, 'must be the name of a place of the dictionary');
  if (other) {
    const candidates = places.map(({ woeid, type, name }) => `${name} (${type}, WOEID ${woeid})`);
    problems.add(path, `is ambiguous. Send one of these WOEIDs in its place: ${candidates.join(', ')}`);
  }
  return place?.woeid ?? 0;
}

async function placesNamed(
  ctx: DomainContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, Place[]>> {
  const keys = names.filter((name) => name.length <= LONGEST && name.isWellFormed() && !name.includes('\0'));
  if (keys.length === 0) return new Map();
  const { rows } = await ctx.pool.query<Place & { asked: string }>(PLACES_NAMED, [
    [...new Set(keys.map(keyOf))],
    MOST_CANDIDATES,
  ]);
  return grouped(rows, ({ asked }) => asked);
}

/** A country has two names: that of the places and that of the list of countries (`United States`). */
const PLACES_NAMED = `
  SELECT asked.name AS asked, found.woeid, found.type, found.name FROM unnest($1::text[]) AS asked (name)
  CROSS JOIN LATERAL (
    SELECT woeid, type, name FROM location WHERE name_key = asked.name AND NOT retired
    UNION
    SELECT woeid, type, location.name FROM dictionary_entry AS country
    JOIN location ON location.type = 'COUNTRY' AND location.code = country.value AND NOT retired
    WHERE country.list = 'country' AND lower(country.name) = asked.name
    ORDER BY woeid LIMIT $2) AS found`;
