import { sql } from '../../../platform/database/connection/client.ts';
import { boolean, integer, list, MAX_ID, object } from '../../../resources/define/fields.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { rowOfSeat } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { storeDifference, type TargetKind } from './kind.ts';

/** The maximum number of places that one line can target. */
const MAX_GEOS = 1000;

const woeids = () => list(integer(1, MAX_ID), MAX_GEOS).optional();

const block = object('GeographyChange', {
  clearAll: boolean().optional().describe('Whether to remove all targeted locations first.'),
  removed: woeids().describe(
    'The WOEIDs of the locations to remove. Locations that are not targeted are ignored.',
  ),
  added: woeids().describe('The WOEIDs of the locations to add.'),
  excluded: woeids().describe(
    'The WOEIDs of the locations to exclude. A line must also target a location to deliver.',
  ),
})
  .optional()
  .describe(
    'The changes to the targeted locations, applied in the order `clearAll`, `removed`, `added`, `excluded`.',
  );

/** Targets places by their WOEIDs. */
export const geography: TargetKind<typeof block> = {
  name: 'GEOGRAPHY',
  block,
  async prepare({ ctx, problems, line, sent }) {
    const { clearAll = false, removed = [], added = [], excluded = [] } = sent;
    await checkPlaces({ ctx, problems, path: 'geos.added', woeids: added });
    await checkPlaces({ ctx, problems, path: 'geos.excluded', woeids: excluded });
    for (const [index, woeid] of excluded.entries())
      if (added.includes(woeid)) problems.add(`geos.excluded[${index}]`, 'must not be in geos.added too');
    const rows = await ctx.db.lineGeo.findMany({ where: { lineId: line.id } });
    const stored = new Map(rows.map((geo) => [geo.woeid, geo.excluded]));
    const targeted = new Map(clearAll ? [] : stored);
    for (const woeid of removed) targeted.delete(woeid);
    for (const woeid of added) targeted.set(woeid, false);
    for (const woeid of excluded) targeted.set(woeid, true);
    if (targeted.size > MAX_GEOS)
      problems.add('geos.added', `must not leave the line with more than ${MAX_GEOS} locations`);
    return storeDifference(stored, targeted, async ({ removed, added }) => {
      await ctx.db.lineGeo.deleteMany({ where: { lineId: line.id, woeid: { in: removed } } });
      await ctx.db.lineGeo.createMany({
        data: added.map(([woeid, excluded]) => ({ lineId: line.id, woeid, excluded })),
      });
    });
  },
};

async function checkPlaces(options: {
  ctx: DomainContext;
  problems: Problems;
  path: string;
  woeids: readonly number[];
}): Promise<void> {
  const { ctx, problems, path, woeids } = options;
  if (woeids.length === 0) return;
  const places = await ctx.db.location.findMany({
    where: { woeid: { in: [...woeids] }, retired: false },
    select: { woeid: true },
  });
  const known = new Set(places.map((place) => place.woeid));
  for (const [index, woeid] of woeids.entries())
    if (!known.has(woeid)) problems.add(`${path}[${index}]`, 'must be the WOEID of a known location');
}

/** Returns whether the line has an enabled, included geography target. Without one, it cannot be ACTIVE. */
export async function hasGeography(options: { ctx: DomainContext; lineId: number }): Promise<boolean> {
  const { ctx, lineId } = options;
  const line = await rowOfSeat({
    ctx,
    name: 'line with geography',
    id: lineId,
    rows: (ids) => sql<{ id: number }>(ctx.db)`
      SELECT id FROM line WHERE id = ANY(${ids}::int[])
        AND EXISTS (SELECT FROM line_target_type WHERE line_id = line.id AND name = 'GEOGRAPHY' AND is_targeted)
        AND EXISTS (SELECT FROM line_geo WHERE line_id = line.id AND NOT excluded)`,
  });
  return line !== undefined;
}
