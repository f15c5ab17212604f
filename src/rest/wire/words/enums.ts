/** A field of an answer whose words these clients read as an enum. */
export interface WordField {
  readonly words: readonly string[];
  /** Stored words that the enum lacks, and the words that replace them. */
  readonly instead?: Readonly<Record<string, string>>;
  /** Replaces null. Without it, null stays. */
  readonly none?: string;
  /** Replaces any other word. Without it, `none`. */
  readonly other?: string;
}

const words = (text: string): readonly string[] => text.split(' ');

const BUDGET_SCHEDULE: WordField = { words: words('AUTO_ALLOCATED SPECIFIED_AMOUNT TOTAL_BUDGET') };

export const LINE_WORDS: Readonly<Record<string, WordField>> = {
  goalType: {
    words: words(
      'NONE CPI CPC CPA VCPM ROAS MAXINVIEWRATE OCPC CPCV MAXCOMPLETIONRATE MAXCTR COMPLETION_HARD_THRESHOLD ECPM',
    ),
    instead: { ENHANCED_CPC: 'OCPC', CTR: 'MAXCTR' },
    none: 'NONE',
  },
  goalModeType: { words: words('SOFT HARD') },
  pacingModeType: { words: words('EVEN ASAP PACE_AHEAD') },
  billingMethodType: { words: words('CPM_PRICE CPC MARGIN CPCV CPC_WITH_MARGIN') },
  marginType: { words: words('TOTAL_BUDGET BUYER_COST') },
  budgetType: { words: words('CURRENCY IMPRESSION') },
  dailyBudgetType: BUDGET_SCHEDULE,
  objective: {
    words: words('VISIT_WEB KNOW_BRAND PROMOTE_PRODUCT OPEN_MAIL MARKET_APP'),
    instead: { MAIL_SPONSORED: 'OPEN_MAIL' },
  },
  language: {
    words: words(
      'UNKNOWN ENGLISH CHINESE SPANISH JAPANESE PORTUGUESE GERMAN ARABIC FRENCH RUSSIAN DUTCH SWEDISH ITALIAN INDONESIAN ALL',
    ),
    other: 'UNKNOWN',
  },
};

/** Fields of a line that only these clients have. They are kept as sent. */
export const FURTHER_LINE_WORDS: Readonly<Record<string, WordField>> = {
  channelType: { words: ['DEFAULT'], none: 'DEFAULT' },
  appMarketingObjective: { words: words('APP_INSTALL POST_INSTALL RE_ENGAGEMENT') },
};

export const SCHEDULE_WORDS: Readonly<Record<string, WordField>> = { dailyBudgetType: BUDGET_SCHEDULE };

export const CAMPAIGN_WORDS: Readonly<Record<string, WordField>> = {
  status: { words: words('ACTIVE PAUSED ENDED'), instead: { DELETED: 'ENDED' } },
};

/** Fields of a campaign that only these clients have. They are kept as sent. */
export const FURTHER_CAMPAIGN_WORDS: Readonly<Record<string, WordField>> = {
  goalType: {
    words: words('CTR CPC CPA CPCV VCPM ROAS CPI ENHANCED_CPC'),
    instead: { OCPC: 'ENHANCED_CPC', MAXCTR: 'CTR' },
  },
};

/** Returns a stored word as these clients know it. */
export function shownWord({ words, instead = {}, none, other }: WordField, stored: unknown): string | null {
  if (stored == null) return none ?? null;
  const word = String(stored);
  if (words.includes(word)) return word;
  return (Object.hasOwn(instead, word) ? instead[word] : (other ?? none)) ?? null;
}

/** Returns an object with the words of its fields as these clients know them. */
export function withShownWords<Object extends Readonly<Record<string, unknown>>>(
  fields: Readonly<Record<string, WordField>>,
  object: Object,
): Object & Readonly<Record<string, unknown>> {
  const shown = Object.entries(fields).flatMap(([name, field]) =>
    name in object ? [[name, shownWord(field, object[name])] as const] : [],
  );
  return { ...object, ...Object.fromEntries(shown) };
}
