import type { DomainContext } from '../context.ts';
import { boolean, integer, list, MAX_ID, object } from '../fields.ts';
import type { Problems } from '../input.ts';
import type { TargetKind } from './kind.ts';

/** Most places that one line can target. */
const MAX_GEOS = 1000;

const woeids = () => list(integer(1, MAX_ID), MAX_GEOS).optional();

const block = object('GeographyChange', {
  clearAll: boolean().optional().describe('Whether to remove all targeted locations first.'),
  removed: woeids().describe(
    'The WOEIDs of the locations to remove. Locations that are not targeted are ignored.',
  ),
  added: woeids().describe('The WOEIDs of the locations to add.'),
})
  .optional()
  .describe('The changes to the targeted locations, applied in the order `clearAll`, `removed`, `added`.');

/** Places by WOEID (RULINGS T10). */
export const geography: TargetKind<typeof block> = {
  name: 'GEOGRAPHY',
  block,
  async prepare({ ctx, problems, line, sent }) {
    const { clearAll = false, removed = [], added = [] } = sent;
    await checkPlaces({ ctx, problems, woeids: added });
    const stored = await ctx.db.lineGeo.findMany({ where: { lineId: line.id }, select: { woeid: true } });
    const gone = new Set(removed);
    const kept = stored.map((geo) => geo.woeid).filter((woeid) => !clearAll && !gone.has(woeid));
    if (new Set([...kept, ...added]).size > MAX_GEOS)
      problems.add('geos.added', `must not leave the line with more than ${MAX_GEOS} locations`);
    return async () => {
      await ctx.db.lineGeo.deleteMany({
        where: { lineId: line.id, ...(!clearAll && { woeid: { in: [...removed] } }) },
      });
      await ctx.db.lineGeo.createMany({
        data: added.map((woeid) => ({ lineId: line.id, woeid })),
        skipDuplicates: true,
      });
    };
  },
};

async function checkPlaces(options: {
  ctx: DomainContext;
  problems: Problems;
  woeids: readonly number[];
}): Promise<void> {
  const { ctx, problems, woeids } = options;
  if (woeids.length === 0) return;
  const places = await ctx.db.location.findMany({
    where: { woeid: { in: [...woeids] }, retired: false },
    select: { woeid: true },
  });
  const known = new Set(places.map((place) => place.woeid));
  for (const [index, woeid] of woeids.entries())
    if (!known.has(woeid)) problems.add(`geos.added[${index}]`, 'must be the WOEID of a known location');
}

/** Whether the line has a geography target that is on: what it takes to become ACTIVE (RULINGS T8). */
export async function hasGeography(options: { ctx: DomainContext; lineId: number }): Promise<boolean> {
  const { ctx, lineId } = options;
  const line = await ctx.db.line.findFirst({
    where: {
      id: lineId,
      targetTypes: { some: { name: 'GEOGRAPHY', isTargeted: true } },
      geos: { some: {} },
    },
    select: { id: true },
  });
  return line !== null;
}
