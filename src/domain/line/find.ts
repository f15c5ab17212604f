import type { Line, Prisma } from '../../db/generated/prisma/client.ts';
import type { DomainContext } from '../context.ts';
import {
  booleanField,
  defineList,
  idField,
  listedField,
  MOMENTS,
  numberField,
  statusField,
  textField,
} from '../list-fields.ts';
import { storedSupply } from '../supply-word.ts';
import { visibleLines } from './visible.ts';

export const LINE_LIST = defineList({
  search: 'name',
  fields: {
    id: idField('Line', 'id'),
    name: textField('name'),
    orderId: idField('Campaign', 'campaignId'),
    advertiserId: idField('Advertiser', 'advertiserId'),
    status: statusField,
    isNativeEnabled: booleanField('isNativeEnabled'),
    supplyType: { ...listedField('supplyType'), stored: storedSupply },
    language: textField('language'),
    objective: listedField('objective'),
    mediaType: listedField('mediaType'),
    goalType: listedField('goalType'),
    goalModeType: listedField('goalModeType'),
    pacingModeType: listedField('pacingModeType'),
    billingMethodType: listedField('billingMethodType'),
    marginType: listedField('marginType'),
    budgetType: listedField('budgetType'),
    dailyBudgetType: listedField('dailyBudgetType'),
    bidPrice: numberField('bidPrice'),
    goalAmount: numberField('goalAmount'),
    maxGoal: numberField('maxGoal'),
    marginGoal: numberField('marginGoal'),
    billingPrice: numberField('billingPrice'),
    completionThreshold: numberField('completionThreshold'),
    bidMultiplierCap: numberField('bidMultiplierCap'),
    ...MOMENTS,
  },
});

/** Finds the caller's lines that match `where`. `query` sets what to load, the order and the limit. */
export function findLines(options: {
  ctx: DomainContext;
  where: Prisma.LineWhereInput;
  query: Omit<Prisma.LineFindManyArgs, 'where'>;
}): Promise<Line[]> {
  const { ctx, where, query } = options;
  return ctx.db.line.findMany({ ...query, where: { AND: [visibleLines(ctx), where] } });
}
