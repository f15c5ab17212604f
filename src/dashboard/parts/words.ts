/** Words of values whose names are none. */
const CALLED: Readonly<Record<string, string>> = {
  MAXCOMPLETIONRATE: 'Highest completion rate',
  MAXCTR: 'Highest click rate',
  MAXINVIEWRATE: 'Highest viewable rate',
  OCPC: 'Optimized CPC',
  ROAS: 'ROAS',
};

/** Values that mean the same as others, whose names say it better. */
const SAME: Readonly<Record<string, string>> = {
  STOP_DAILY_BUDGET: 'DAILY_BUDGET_SPENT',
  STOP_TOTAL_BUDGET: 'BUDGET_SPENT',
};

const isShort = (token: string) => /^[^AEIOU_]+[A-Z]$/.test(token) && token.length <= 4;

/** `NOT_STARTED` → `Not started`, `CPC_WITH_MARGIN` → `CPC with margin`, `CTR` → `CTR`. */
export function words(token: string): string {
  const name = SAME[token] ?? token;
  if (isShort(name)) return name;
  const sentence = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase().replaceAll('_', ' ');
  return CALLED[name] ?? sentence.replace(/\b[ev]?cp[acm]\b/gi, (price) => price.toUpperCase());
}

/** As it stands within a sentence: `Goal amount` → `goal amount`, `VAT number` as it is. */
export const lower = (text: string): string =>
  /^[A-Z]([a-z]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
