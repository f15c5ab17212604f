import { readBudgetsSpent } from '../../domain/reporting/delivery/budget-spent.ts';
import type { ResourceType } from '../parts/models.ts';
import { rowField } from '../parts/row-field.ts';
import { Money } from '../parts/values/money.ts';
import { ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { priced } from '../server/price/price.ts';
import { FLIGHT_DAYS, noRate } from './arguments.ts';

/** Adds `budgetSpent` to campaigns. */
export function addBudgetSpent(type: ResourceType<'Campaign'>): void {
  rowField(type, 'Campaign.budgetSpent', {
    type: Money,
    nullable: true,
    description:
      'The spend that counts against `budget`, in the advertiser’s currency: that of today if the budget is `DAILY`, of this month if it is `MONTHLY`, else of all time. Null without a budget.',
    extensions: priced(() => ({ rows: FLIGHT_DAYS })),
    key: ID_KEY,
    open: () => async (ctx, id) => {
      const load = batchByKey(ctx, ['budgetSpent'], (ids: readonly number[]) => readBudgetsSpent(ctx, ids));
      const spent = await load(Number(id));
      if (spent && !spent.hasRate) throw noRate(spent.currency);
      return spent ?? null;
    },
  });
}
