interface Rule {
  readonly eventCategory: string | null;
  readonly eventAction: string | null;
  readonly eventLabel: string | null;
}

/** Which events a segment selects: `Category shop, action purchase`. */
export function ruleOf({ eventCategory, eventAction, eventLabel }: Rule): string {
  const text = [
    eventCategory && `category ${eventCategory}`,
    eventAction && `action ${eventAction}`,
    eventLabel && `label ${eventLabel}`,
  ]
    .filter(Boolean)
    .join(', ');
  return text ? text.charAt(0).toUpperCase() + text.slice(1) : 'Every event of its pixel';
}
