import type { FieldOf } from '../../../edit/draft-fields.tsx';

export type RuleField = 'eventCategory' | 'eventAction' | 'eventLabel';

const LISTS: Readonly<Record<RuleField, string>> = {
  eventCategory: 'received-categories',
  eventAction: 'received-actions',
  eventLabel: 'received-labels',
};
export const RULE_NAMES = Object.keys(LISTS) as readonly RuleField[];

/** The id of the list of what the pixel has received for a field. */
export const listOf = (name: RuleField): string => LISTS[name];

/** The rule of a segment; the pixel's own words are offered. */
export const RULE_FIELDS: readonly FieldOf<RuleField>[] = RULE_NAMES.map((name) => ({
  name,
  list: listOf(name),
  hint: 'Any if empty.',
}));
