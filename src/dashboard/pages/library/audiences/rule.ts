interface Rule {
  readonly eventCategory: string | null;
  readonly eventAction: string | null;
  readonly eventLabel: string | null;
}

/** Which events a segment selects: `category checkout, action pay`. */
export const ruleOf = ({ eventCategory, eventAction, eventLabel }: Rule): string =>
  [
    eventCategory && `category ${eventCategory}`,
    eventAction && `action ${eventAction}`,
    eventLabel && `label ${eventLabel}`,
  ]
    .filter(Boolean)
    .join(', ') || 'All events';
