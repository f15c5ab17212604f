/** Sites and apps as they were typed, separated by commas or spaces. */
export const itemsIn = (text: string) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((itemName) => ({ itemName }));
