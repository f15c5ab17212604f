/** SQL: whose spend is summed, and in which currency. */
export interface Spender {
  readonly level: 'line' | 'campaign';
  readonly id: string;
  readonly advertiserId: string;
  readonly currency: string;
}

/**
 * SQL: the spend between two times in the advertiser's currency, equal to what `delivery` shows to the last digit.
 * Currencies other than dollars are converted per day, as in reports.
 */
export const spentSql = (
  { level, id, advertiserId, currency }: Spender,
  since: string,
  until: string,
): string => `spent_by_${level}(${id}, ${advertiserId}, ${currency}, ${since}, ${until})`;
