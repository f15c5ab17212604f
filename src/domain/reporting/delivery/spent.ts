/** SQL: whose spend is summed, and in which currency. */
export interface Spender {
  readonly level: 'line' | 'campaign';
  readonly id: string;
  readonly advertiserId: string;
  readonly currency: string;
}

/**
 * SQL: the spend between two times in the advertiser's currency, equal to what `delivery` shows to the last digit.
 * Currencies other than dollars are converted per day, as in reports. The function takes 50 µs, so it is not called for
 * what has no daily sums: no spend is negative, so that these have spent nothing.
 */
export const spentSql = (
  { level, id, advertiserId, currency }: Spender,
  since: string,
  until: string,
): string => `CASE WHEN EXISTS (
    SELECT FROM delivery_spend_day d WHERE d.${level}_id = ${id} AND d.advertiser_id = ${advertiserId})
  THEN spent_by_${level}(${id}, ${advertiserId}, ${currency}, ${since}, ${until}) ELSE 0.000000 END`;
