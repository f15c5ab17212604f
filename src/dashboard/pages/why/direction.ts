import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { partsOf } from '../../parts/changes/change-parts.ts';

/** Whether something makes deliver more (1) or less (-1); 0 where it may do either. */
export type Direction = -1 | 0 | 1;

/** The more of these, the more is delivered. */
const RAISING: ReadonlySet<string> = new Set([
  'bidMultiplierCap',
  'bidPrice',
  'budget',
  'dailyBudget',
  'goalAmount',
  'maxGoal',
  'multiplier',
]);

function ofValue({ field, before, after }: ReturnType<typeof partsOf>[number]): Direction {
  if (field === 'status') return after === 'ACTIVE' ? 1 : before === 'ACTIVE' ? -1 : 0;
  if (!RAISING.has(field) || !isAmount(before) || !isAmount(after)) return 0;
  return Math.sign(Number(after) - Number(before)) as Direction;
}

const isAmount = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && Number.isFinite(Number(value));

/** What a change makes of the delivery; 0 where its fields disagree or none of them tells. */
export function directionOf({
  action,
  fields,
}: Pick<DashboardChangeFragment, 'action' | 'fields'>): Direction {
  if (action === 'CREATE') return 1;
  if (action === 'DELETE') return -1;
  const [one, ...others] = new Set(fields.flatMap((field) => partsOf(field)).map(ofValue));
  return one === undefined || others.length > 0 ? 0 : one;
}

/** Whether something that acts one way can be why a figure went the other or the same way. */
export const explains = (direction: Direction, difference: number): boolean =>
  direction === 0 || Math.sign(difference) === 0 || direction === Math.sign(difference);
