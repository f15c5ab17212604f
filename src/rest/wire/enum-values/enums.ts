/** How the stored values of a field are shown to clients that read it as an enum. */
export interface EnumMapping {
  /** The values of the enum. */
  readonly values: readonly string[];
  /** Stored values that the enum lacks, each with the value that is shown instead. */
  readonly replacements?: Readonly<Record<string, string>>;
  /** Shown instead of null. Default: null. */
  readonly ifNull?: string;
  /** Shown instead of any other value. Default: `ifNull`. */
  readonly ifUnknown?: string;
}

const split = (text: string): readonly string[] => text.split(' ');

const BUDGET_SCHEDULE: EnumMapping = { values: split('AUTO_ALLOCATED SPECIFIED_AMOUNT TOTAL_BUDGET') };

export const LINE_ENUMS: Readonly<Record<string, EnumMapping>> = {
  goalType: {
    values: split(
      'NONE CPI CPC CPA VCPM ROAS MAXINVIEWRATE OCPC CPCV MAXCOMPLETIONRATE MAXCTR COMPLETION_HARD_THRESHOLD ECPM',
    ),
    replacements: { ENHANCED_CPC: 'OCPC', CTR: 'MAXCTR' },
    ifNull: 'NONE',
  },
  goalModeType: { values: split('SOFT HARD') },
  pacingModeType: { values: split('EVEN ASAP PACE_AHEAD') },
  billingMethodType: { values: split('CPM_PRICE CPC MARGIN CPCV CPC_WITH_MARGIN') },
  marginType: { values: split('TOTAL_BUDGET BUYER_COST') },
  budgetType: { values: split('CURRENCY IMPRESSION') },
  dailyBudgetType: BUDGET_SCHEDULE,
  objective: {
    values: split('VISIT_WEB KNOW_BRAND PROMOTE_PRODUCT OPEN_MAIL MARKET_APP'),
    replacements: { MAIL_SPONSORED: 'OPEN_MAIL' },
  },
  language: {
    values: split(
      'UNKNOWN ENGLISH CHINESE SPANISH JAPANESE PORTUGUESE GERMAN ARABIC FRENCH RUSSIAN DUTCH SWEDISH ITALIAN INDONESIAN ALL',
    ),
    ifUnknown: 'UNKNOWN',
  },
};

/** Fields of a line that only these clients have. They are stored and returned as sent. */
export const LINE_PASSTHROUGH_ENUMS: Readonly<Record<string, EnumMapping>> = {
  channelType: { values: ['DEFAULT'], ifNull: 'DEFAULT' },
  appMarketingObjective: { values: split('APP_INSTALL POST_INSTALL RE_ENGAGEMENT') },
};

export const SCHEDULE_ENUMS: Readonly<Record<string, EnumMapping>> = { dailyBudgetType: BUDGET_SCHEDULE };

export const CAMPAIGN_ENUMS: Readonly<Record<string, EnumMapping>> = {
  status: { values: split('ACTIVE PAUSED ENDED'), replacements: { DELETED: 'ENDED' } },
};

/** Fields of a campaign that only these clients have. They are stored and returned as sent. */
export const CAMPAIGN_PASSTHROUGH_ENUMS: Readonly<Record<string, EnumMapping>> = {
  goalType: {
    values: split('CTR CPC CPA CPCV VCPM ROAS CPI ENHANCED_CPC'),
    replacements: { OCPC: 'ENHANCED_CPC', MAXCTR: 'CTR' },
  },
};

/** Returns a stored value as these clients know it. */
export function observedValue(
  { values, replacements = {}, ifNull, ifUnknown }: EnumMapping,
  stored: unknown,
): string | null {
  if (stored == null) return ifNull ?? null;
  const value = String(stored);
  if (values.includes(value)) return value;
  return (Object.hasOwn(replacements, value) ? replacements[value] : (ifUnknown ?? ifNull)) ?? null;
}

/** Returns an object with the values of its fields as these clients know them. */
export function withObservedValues<Object extends Readonly<Record<string, unknown>>>(
  fields: Readonly<Record<string, EnumMapping>>,
  object: Object,
): Object & Readonly<Record<string, unknown>> {
  const shown = Object.entries(fields).flatMap(([name, field]) =>
    name in object ? [[name, observedValue(field, object[name])] as const] : [],
  );
  return { ...object, ...Object.fromEntries(shown) };
}
