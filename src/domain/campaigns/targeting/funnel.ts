import { changedFields } from '../../../resources/define/changed-fields.ts';
import { defineEnum } from '../../../resources/define/enum-type.ts';
import { boolean, id, integer, list, object, oneOf } from '../../../resources/define/fields.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import type { TargetKind } from './kind.ts';

/** The maximum number of funnel attributes of one line, and the longest look-back in days. */
const MAX_ATTRIBUTES = 50;
const MAX_DAYS = 365;

export const FUNNEL_TYPE = defineEnum('FunnelType', 'The steps of a product funnel.', {
  ViewProduct: 'People who viewed a product.',
  AddToCart: 'People who added a product to the cart.',
  Purchase: 'People who bought a product.',
});

const attribute = object('FunnelAttribute', {
  lookBack: integer(1, MAX_DAYS).describe(`The number of past days to look back, from 1 to ${MAX_DAYS}.`),
  funnelType: oneOf(FUNNEL_TYPE).describe(
    'The step of the funnel: `ViewProduct`, `AddToCart` or `Purchase`.',
  ),
  productSetId: id('ProductSet').describe('A product set of the line’s advertiser.'),
  exclude: boolean().optional().describe('Whether matching users are excluded. Default false.'),
});

const block = list(attribute, MAX_ATTRIBUTES)
  .optional()
  .describe('All product funnels of the line. They replace the stored ones.');

/** Targets users by their interactions with products of a set. */
export const funnel: TargetKind<typeof block> = {
  name: 'TARGET_PRODUCT_FUNNEL',
  block,
  async prepare({ ctx, problems, line, sent }) {
    const ids = sent.map(({ productSetId }) => productSetId);
    await checkSets({ ctx, problems, advertiserId: line.advertiserId, ids });
    checkRepeats(problems, sent);
    const stored = await ctx.db.lineFunnelAttribute.findMany({
      where: { lineId: line.id },
      orderBy: { id: 'asc' },
      select: { lookBack: true, funnelType: true, productSetId: true, exclude: true },
    });
    const targeted = sent.map((item) => ({ ...item, exclude: item.exclude ?? false }));
    if (!changedFields({ stored }, { stored: targeted })) return undefined;
    return async () => {
      await ctx.db.lineFunnelAttribute.deleteMany({ where: { lineId: line.id } });
      await ctx.db.lineFunnelAttribute.createMany({
        data: targeted.map((item) => ({ ...item, lineId: line.id })),
      });
    };
  },
};

async function checkSets(options: {
  ctx: DomainContext;
  problems: Problems;
  advertiserId: number;
  ids: readonly number[];
}): Promise<void> {
  const { ctx, problems, advertiserId, ids } = options;
  if (ids.length === 0) return;
  const found = await ctx.db.productSet.findMany({
    where: { seatId: ctx.seatId, advertiserId, id: { in: ids.filter(isId) } },
    select: { id: true },
  });
  const known = new Set(found.map((row) => row.id));
  for (const [index, setId] of ids.entries())
    if (!known.has(setId))
      problems.add(
        `funnelAttributes[${index}].productSetId`,
        'must be the ID of a product set of the line’s advertiser',
      );
}

function checkRepeats(
  problems: Problems,
  sent: readonly { funnelType: string; productSetId: number; lookBack: number }[],
): void {
  const first = new Map<string, number>();
  for (const [index, { funnelType, productSetId, lookBack }] of sent.entries()) {
    const key = `${funnelType} ${productSetId} ${lookBack}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else problems.add(`funnelAttributes[${index}]`, `must not repeat funnelAttributes[${earlier}]`);
  }
}
