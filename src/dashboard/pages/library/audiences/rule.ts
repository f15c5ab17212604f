interface Rule {
  readonly eventCategory: string | null;
  readonly eventAction: string | null;
  readonly eventLabel: string | null;
}

/** Which events a segment selects: `Category “shop”, action “purchase”, any label`. */
export function ruleOf({ eventCategory, eventAction, eventLabel }: Rule): string {
  const parts = [
    ['category', eventCategory],
    ['action', eventAction],
    ['label', eventLabel],
  ] as const;
  if (parts.every(([, value]) => !value)) return 'All events of the pixel';
  const text = parts.map(([name, value]) => (value ? `${name} “${value}”` : `any ${name}`)).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
