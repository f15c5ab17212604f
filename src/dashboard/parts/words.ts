/** `STOP_TOTAL_BUDGET` → `Stop total budget`, `CPC` → `CPC`: for values that have no words of their own. */
export const words = (token: string): string =>
  /^[^AEIOU_]+[A-Z]$/.test(token) && token.length <= 4
    ? token
    : token.charAt(0).toUpperCase() +
      token
        .slice(1)
        .toLowerCase()
        .replaceAll('_', ' ')
        .replace(/\bcp[acm]\b/g, (price) => price.toUpperCase());

/** As it stands within a sentence: `Goal amount` → `goal amount`, `VAT number` as it is. */
export const lower = (text: string): string =>
  /^[A-Z]([a-z]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
