import type { Prisma } from '../../../platform/database/generated/prisma/client.ts';
import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { visibleLines } from '../line/visible.ts';

/** The relations that are loaded with a line to return its targeting. */
const TARGETING_PARTS = {
  id: true,
  targetTypes: { where: { isTargeted: true }, orderBy: { name: 'asc' } },
  geos: {
    orderBy: { woeid: 'asc' },
    select: { excluded: true, location: { select: { woeid: true, type: true, name: true } } },
  },
  nativeLists: {
    orderBy: { nativeListId: 'asc' },
    select: { nativeList: { select: { id: true, name: true } } },
  },
  funnelAttributes: {
    orderBy: { id: 'asc' },
    select: { lookBack: true, funnelType: true, productSetId: true, exclude: true },
  },
} as const satisfies Prisma.LineSelect;

type TargetingRow = Prisma.LineGetPayload<{ select: typeof TARGETING_PARTS }>;

interface Place {
  readonly woeid: number;
  readonly type: string;
  readonly name: string;
}

/** A line's targets of the enabled types. */
export interface Targeting {
  /** The line's ID. */
  readonly id: number;
  readonly types: readonly { name: string; isTargeted: boolean }[];
  readonly geos: readonly Place[];
  /** Places where the line does not deliver. */
  readonly excludedGeos: readonly Place[];
  /** Blocked lists: `exclude` is always true. */
  readonly nativeLists: readonly { id: number; name: string; exclude: boolean }[];
  readonly funnelAttributes: readonly {
    /** In days. */
    lookBack: number;
    funnelType: string;
    productSetId: number;
    exclude: boolean;
  }[];
}

export async function getTargeting(options: { ctx: DomainContext; lineId: number }): Promise<Targeting> {
  const { ctx, lineId } = options;
  const line = await ctx.db.line.findFirst({
    where: { AND: [visibleLines(ctx), byId(lineId)] },
    select: TARGETING_PARTS,
  });
  if (!line) throw new NotFoundError('Line');
  return targetingOf(line);
}

/** Returns the targeting of lines that the caller can see, by line ID. */
export async function targetingOfLines(
  ctx: DomainContext,
  lineIds: readonly number[],
): Promise<ReadonlyMap<number, Targeting>> {
  const lines = await ctx.db.line.findMany({
    where: { AND: [visibleLines(ctx), { id: { in: [...lineIds] } }] },
    select: TARGETING_PARTS,
  });
  return new Map(lines.map((line) => [line.id, targetingOf(line)]));
}

function targetingOf(line: TargetingRow): Targeting {
  const on = new Set(line.targetTypes.map((type) => type.name));
  const geos = on.has('GEOGRAPHY') ? line.geos : [];
  const places = (excluded: boolean) =>
    geos.filter((geo) => geo.excluded === excluded).map(({ location }) => location);
  return {
    id: line.id,
    types: line.targetTypes.map(({ name, isTargeted }) => ({ name, isTargeted })),
    geos: places(false),
    excludedGeos: places(true),
    nativeLists: on.has('NATIVE_LIST')
      ? line.nativeLists.map(({ nativeList }) => ({ ...nativeList, exclude: true }))
      : [],
    funnelAttributes: on.has('TARGET_PRODUCT_FUNNEL') ? line.funnelAttributes : [],
  };
}
