import { authorizeWrite, type DomainContext } from '../context.ts';
import { Problems } from '../input.ts';
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
  const own = byName([...geos, ...excludedGeos]);
  const known = await placesNamed(
    ctx,
    added.map(({ name }) => name),
  );
  const found = added.map(({ name, path }) => one({ problems, path, name, places: known.get(keyOf(name)) }));
  const gone = removed.flatMap(({ name, path }) => {
    const places = own.get(keyOf(name)) ?? [];
    return isWoeid(name) || places.length > 0 ? [one({ problems, path, name, places })] : [];
  });
  problems.throwIfAny();
  return { added: found, removed: gone };
}

const keyOf = (name: string): string => name.trim().toLowerCase();
const isWoeid = (name: string): boolean => /^\d{1,10}$/.test(name);

function byName(places: readonly Place[]): Map<string, Place[]> {
  const named = new Map<string, Place[]>();
  for (const place of places) {
    const key = keyOf(place.name);
    named.set(key, [...(named.get(key) ?? []), place]);
  }
  return named;
}

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

async function placesNamed(ctx: DomainContext, names: readonly string[]): Promise<Map<string, Place[]>> {
  const keys = names.filter((name) => name.length <= LONGEST && name.isWellFormed() && !name.includes('\0'));
  if (keys.length === 0) return new Map();
  const { rows } = await ctx.pool.query<Place>(
    `SELECT found.woeid, found.type, found.name FROM unnest($1::text[]) AS asked (name)
     CROSS JOIN LATERAL (
       SELECT woeid, type, name FROM location
       WHERE name_key = asked.name AND NOT retired ORDER BY woeid LIMIT $2) AS found`,
    [[...new Set(keys.map(keyOf))], MOST_CANDIDATES],
  );
  return byName(rows);
}
