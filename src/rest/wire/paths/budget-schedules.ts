import type { Campaign } from '../../../domain/campaigns/campaign/get.ts';
import { isRecord } from '../../../resources/define/input.ts';

type Budget = Pick<Campaign, 'budget' | 'budgetType'>;

/** The field of a schedule that contains the budget of a campaign with a single schedule. */
const AMOUNT_OF = { LIFETIME: 'scheduleBudget', DAILY: 'scheduleDailyBudget' } as const;

/**
 * Returns the budget of a single schedule. If a client sends back what GET returned, the changed field applies: the
 * schedule's amount, unless it equals the stored one.
 */
export function scheduledBudget(body: Readonly<Record<string, unknown>>, stored?: Budget): object {
  const [schedule, ...others] = Array.isArray(body.budgetSchedules) ? body.budgetSchedules : [];
  if (!isRecord(schedule) || others.length > 0) return {};
  for (const budgetType of ['LIFETIME', 'DAILY'] as const) {
    const amount = schedule[AMOUNT_OF[budgetType]];
    if (amount == null) continue;
    const isStored = stored?.budgetType === budgetType && Number(stored.budget) === Number(amount);
    return isStored || (!stored && body.budget != null) ? {} : { budget: amount, budgetType };
  }
  return {};
}

/** Returns the schedules as sent, with the stored budget in a single one. */
export function schedulesOf({ budget, budgetType, extra }: Budget & { extra: unknown }): readonly unknown[] {
  const sent = isRecord(extra) && Array.isArray(extra.budgetSchedules) ? extra.budgetSchedules : [];
  const field = AMOUNT_OF[budgetType as keyof typeof AMOUNT_OF];
  if (budget === null || field === undefined || sent.length > 1) return sent;
  const { scheduleBudget: _total, scheduleDailyBudget, ...rest } = isRecord(sent[0]) ? sent[0] : {};
  return [
    {
      ...rest,
      ...(budgetType === 'LIFETIME' && scheduleDailyBudget !== undefined && { scheduleDailyBudget }),
      [field]: Number(budget),
    },
  ];
}

/** Maps the budget to the name under which it was sent, for errors. */
export function namesOfBudget(body: unknown): ReadonlyMap<string, string> {
  const schedule =
    isRecord(body) && body.budget === undefined && Array.isArray(body.budgetSchedules)
      ? body.budgetSchedules[0]
      : undefined;
  if (!isRecord(schedule)) return new Map();
  const field = schedule.scheduleBudget == null ? AMOUNT_OF.DAILY : AMOUNT_OF.LIFETIME;
  return new Map([['budget', `budgetSchedules[0].${field}`]]);
}
