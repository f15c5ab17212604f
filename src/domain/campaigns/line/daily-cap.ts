/**
 * SQL: the most that a flight, or a campaign, spends on a day of its advertiser, in the advertiser's currency; null without
 * a cap. `row` is the alias of the line's schedule or of the campaign. Under AUTO_ALLOCATED the amount is stored but not applied.
 */
export const dailyCap = (row: string): string =>
  `(CASE WHEN ${row}.daily_budget_type IS DISTINCT FROM 'AUTO_ALLOCATED' THEN ${row}.daily_budget END)`;
