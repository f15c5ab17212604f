interface Named {
  readonly eventCategory: string | null;
  readonly eventAction: string | null;
  readonly eventLabel: string | null;
}

/** `shop · purchase`; what was not sent is left out. */
export const nameText = ({ eventCategory, eventAction, eventLabel }: Named): string =>
  [eventCategory, eventAction, eventLabel].filter((part) => part !== null).join(' · ') || 'Without a name';
