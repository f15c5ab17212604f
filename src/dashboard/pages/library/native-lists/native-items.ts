export const ITEMS_LABEL = 'Sites and apps, one a line or separated by commas';

/** Sites and apps as they were typed, each once. */
export const itemsIn = (text: string) =>
  [...new Set(text.split(/[\s,]+/).filter(Boolean))].map((itemName) => ({ itemName }));
