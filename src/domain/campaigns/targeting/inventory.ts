import { boolean, id, integer, list, MAX_ID, object } from '../../../resources/define/fields.ts';
import { isId } from '../../../resources/define/rows.ts';
import { listEntries } from '../../audiences/dictionary/entries.ts';
import type { DomainContext } from '../../context.ts';
import { visibleDeals } from '../deal/visible.ts';
import { asEnabled, storeDifference, type TargetKind } from './kind.ts';

/** The maximum number of deals, and of exchanges, of one line. */
const MAX_TARGETS = 500;

const dealIds = () => list(id('Deal'), MAX_TARGETS).optional();

const dealBlock = object('DealChange', {
  clearAll: boolean().optional().describe('Whether to remove all deals first.'),
  removed: dealIds().describe('The deals to remove. Deals that are not targeted are ignored.'),
  added: dealIds().describe('The deals to add. The line’s advertiser must be allowed to use them.'),
})
  .optional()
  .describe('The changes to the deals, applied in the order `clearAll`, `removed`, `added`.');

/** Deals that a line buys through. */
export const deals: TargetKind<typeof dealBlock> = {
  name: 'EXCHANGES',
  block: dealBlock,
  async prepare({ ctx, problems, line, sent }) {
    const { clearAll = false, removed = [], added = [] } = sent;
    const found = await ctx.db.deal.findMany({
      where: { AND: [visibleDeals(ctx), { id: { in: added.filter(isId) } }] },
      select: { id: true, accountIsExcluded: true, accounts: true },
    });
    const allowed = new Map(found.map((deal) => [deal.id, isOpenTo(deal, line.advertiserId)] as const));
    for (const [index, dealId] of added.entries()) {
      const path = `deals.added[${index}]`;
      if (!allowed.has(dealId)) problems.add(path, 'must be the ID of a deal of this seat');
      else if (!allowed.get(dealId)) problems.add(path, 'is a deal that the line’s advertiser cannot use');
    }
    const stored = await ctx.db.lineDeal.findMany({ where: { lineId: line.id } });
    const bought = new Set(stored.map(({ dealId }) => dealId));
    const targeted = new Set(clearAll ? [] : bought);
    for (const dealId of removed) targeted.delete(dealId);
    for (const dealId of added) targeted.add(dealId);
    if (targeted.size > MAX_TARGETS)
      problems.add('deals.added', `must not leave the line with more than ${MAX_TARGETS} deals`);
    return storeDifference(asEnabled(bought), asEnabled(targeted), async ({ removed, added }) => {
      await ctx.db.lineDeal.deleteMany({ where: { lineId: line.id, dealId: { in: removed } } });
      await ctx.db.lineDeal.createMany({ data: added.map(([dealId]) => ({ lineId: line.id, dealId })) });
    });
  },
};

/**
 * A deal is open to its `accounts` only or, with `accountIsExcluded`, to all others. `dealsOfAdvertiser` is the same
 * rule in SQL.
 */
const isOpenTo = (deal: { accountIsExcluded: boolean; accounts: number[] }, advertiserId: number): boolean =>
  deal.accounts.includes(advertiserId) !== deal.accountIsExcluded;

const exchangeBlock = object('ExchangeChange', {
  ids: list(integer(1, MAX_ID), MAX_TARGETS).describe('The exchanges. They replace the stored ones.'),
  excluded: boolean().optional().describe('Whether the line does not buy on them. Default false.'),
})
  .optional()
  .describe('The exchanges that the line buys on, or does not.');

/** The exchanges that a line buys on, or excludes. Any positive integer is a valid ID. */
export const exchanges: TargetKind<typeof exchangeBlock> = {
  name: 'EXCHANGES',
  block: exchangeBlock,
  async prepare({ ctx, line, sent: { ids = [], excluded = false } }) {
    const rows = await ctx.db.lineExchange.findMany({ where: { lineId: line.id } });
    const stored = new Map(rows.map((row) => [row.exchangeId, row.excluded]));
    const targeted = new Map(ids.map((exchangeId) => [exchangeId, excluded]));
    return storeDifference(stored, targeted, async ({ removed, added }) => {
      await ctx.db.lineExchange.deleteMany({ where: { lineId: line.id, exchangeId: { in: removed } } });
      await ctx.db.lineExchange.createMany({
        data: added.map(([exchangeId, excluded]) => ({ lineId: line.id, exchangeId, excluded })),
      });
    });
  },
};

/** The deals and exchanges of a line, if the target type is enabled. */
export interface Inventory {
  readonly isTargeted: boolean;
  readonly deals: readonly { readonly id: number; readonly name: string }[];
  readonly exchanges: readonly {
    readonly id: number;
    readonly name: string | null;
    readonly excluded: boolean;
  }[];
}

/** Returns the deals and exchanges of a line. The caller has already checked access to the line. */
export async function inventoryOf(options: { ctx: DomainContext; lineId: number }): Promise<Inventory> {
  const { ctx, lineId } = options;
  const on = await ctx.db.lineTargetType.findFirst({
    where: { lineId, name: 'EXCHANGES', isTargeted: true, line: { seatId: ctx.seatId } },
  });
  if (!on) return { isTargeted: false, deals: [], exchanges: [] };
  const [stored, bought] = await Promise.all([
    ctx.db.lineDeal.findMany({
      where: { lineId },
      select: { deal: { select: { id: true, name: true } } },
      orderBy: { dealId: 'asc' },
    }),
    ctx.db.lineExchange.findMany({ where: { lineId }, orderBy: { exchangeId: 'asc' } }),
  ]);
  const names = await listEntries(ctx, 'exchange');
  const nameOf = new Map(names.map(({ value, name }) => [value, name]));
  return {
    isTargeted: true,
    deals: stored.map(({ deal }) => deal),
    exchanges: bought.map(({ exchangeId, excluded }) => ({
      id: exchangeId,
      name: nameOf.get(String(exchangeId)) ?? null,
      excluded,
    })),
  };
}
