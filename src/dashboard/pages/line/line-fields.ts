import { enumValue, orNone } from '../../edit/enum-value.ts';
import type { FieldOf, Texts } from '../../edit/field-of.ts';
import {
  BillingMethodType,
  BudgetType,
  DailyBudgetType,
  GoalModeType,
  GoalType,
  LineObjective,
  MarginType,
  PacingModeType,
  SupplyType,
} from '../../generated/graphql.ts';
import { bidUnit, UNIT_HINTS } from './bid-terms.ts';

/** What almost every line is told. */
const BASICS = {
  '': [
    { name: 'name', isLong: true, isRequired: true },
    { name: 'objective', choices: orNone(LineObjective) },
  ],
  'Bid, goal and pacing': [
    { name: 'bidPrice', isNumber: true, isMoney: true },
    { name: 'goalType', choices: orNone(GoalType) },
    { name: 'goalAmount', isNumber: true },
    {
      name: 'goalModeType',
      label: 'How strictly',
      choices: orNone(GoalModeType),
      hint: 'Hard keeps it, soft may miss it.',
    },
    {
      name: 'pacingModeType',
      label: 'Pacing',
      choices: orNone(PacingModeType),
      hint: 'Evenly, a little ahead of that, or at once.',
    },
  ],
} as const satisfies Groups;

/** What is seldom changed, folded away. */
const OTHERS = {
  Limits: [
    {
      name: 'bidMultiplierCap',
      label: 'Largest bid factor',
      isNumber: true,
      hint: 'No hour or other factor multiplies the bid with more.',
    },
    { name: 'maxGoal', label: 'Most per goal', isNumber: true, hint: 'The most that one goal may cost.' },
    { name: 'completionThreshold', isNumber: true },
  ],
  Budget: [
    { name: 'budgetType', label: 'Budget in', choices: orNone(BudgetType) },
    {
      name: 'dailyBudgetType',
      label: 'Budget per day',
      choices: orNone(DailyBudgetType),
      hint: 'The amount itself stands with each flight.',
    },
  ],
  'Billing and margin': [
    { name: 'billingMethodType', label: 'Billing method', choices: orNone(BillingMethodType) },
    { name: 'billingPrice', isNumber: true },
    {
      name: 'marginType',
      label: 'Margin on',
      choices: orNone(MarginType),
      hint: 'What the target margin is a share of.',
    },
    { name: 'marginGoal', label: 'Target margin', isNumber: true },
  ],
  'Language and supply': [
    { name: 'language' },
    {
      name: 'supplyType',
      label: 'Supply',
      choices: orNone(SupplyType),
      hint: 'Platform: what the operator sells itself.',
    },
  ],
} as const satisfies Groups;

type Groups = Readonly<Record<string, readonly FieldOf<string>[]>>;
type FieldIn<Of extends Groups> = Of[keyof Of][number]['name'];
export type LineField = FieldIn<typeof BASICS> | FieldIn<typeof OTHERS>;

export interface LineGroup {
  readonly title: string;
  readonly fields: readonly FieldOf<LineField>[];
}
const groupsOf = (groups: Readonly<Record<string, readonly FieldOf<LineField>[]>>): readonly LineGroup[] =>
  Object.entries(groups).map(([title, fields]) => ({ title, fields }));

export const BASIC_GROUPS = groupsOf(BASICS);
export const OTHER_GROUPS = groupsOf(OTHERS);
export const LINE_FIELDS = [...BASIC_GROUPS, ...OTHER_GROUPS].flatMap(({ fields }) => fields);

/** CPC, CPM, CPA: what a goal costs. Others, such as CTR, are not amounts. */
export const isPrice = (goalType: string | null | undefined): boolean =>
  /(^|_)CP[A-Z]+$/.test(goalType ?? '');

const OF_GOAL: ReadonlySet<string> = new Set(['goalAmount', 'maxGoal']);

/** Fields with the currency at what the goal makes an amount, and the bid with what it is paid for. */
export const withUnits = <Name extends string>(
  fields: readonly FieldOf<Name>[],
  goalType: string | null | undefined,
): readonly FieldOf<Name>[] =>
  fields.map((field) => {
    const unit = bidUnit(goalType);
    if (field.name === 'bidPrice') return { ...field, suffix: unit, hint: UNIT_HINTS[unit] };
    return OF_GOAL.has(field.name) ? { ...field, isMoney: isPrice(goalType) } : field;
  });

/** What was typed and chosen, as the service takes it. */
export const chosenOf = (values: Texts<LineField>) => {
  const { objective, goalType, goalModeType, pacingModeType, ...others } = values;
  const { budgetType, dailyBudgetType, billingMethodType, marginType, supplyType, ...texts } = others;
  return {
    ...texts,
    objective: enumValue(LineObjective, objective),
    goalType: enumValue(GoalType, goalType),
    goalModeType: enumValue(GoalModeType, goalModeType),
    pacingModeType: enumValue(PacingModeType, pacingModeType),
    budgetType: enumValue(BudgetType, budgetType),
    dailyBudgetType: enumValue(DailyBudgetType, dailyBudgetType),
    billingMethodType: enumValue(BillingMethodType, billingMethodType),
    marginType: enumValue(MarginType, marginType),
    supplyType: enumValue(SupplyType, supplyType),
  };
};
