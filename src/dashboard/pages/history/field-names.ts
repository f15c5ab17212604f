import { labelOf } from '../../parts/changes/labels.ts';

/** What is looked for in the history most, by its name in GraphQL. */
const FIELDS = [
  'bidMultipliers',
  'bidPrice',
  'billingPrice',
  'budget',
  'conversionRules',
  'creativeId',
  'dailyBudget',
  'description',
  'endDate',
  'fees',
  'geos',
  'goalAmount',
  'goalType',
  'items',
  'landingPageUrl',
  'landingUrl',
  'language',
  'mediaType',
  'name',
  'nativeLists',
  'objective',
  'pacingModeType',
  'productSetFilter',
  'reservePrice',
  'schedules',
  'startDate',
  'status',
  'supplyType',
  'title',
  'types',
  'url',
] as const;

/** Fields as choices, by their labels; one that an address names is among them. */
export const fieldChoices = (chosen: string): readonly (readonly [name: string, label: string])[] =>
  [...new Set<string>([...FIELDS, ...(chosen ? [chosen] : [])])]
    .map((name) => [name, name === 'landingUrl' ? 'Landing page (creative)' : labelOf(name)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
