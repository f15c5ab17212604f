/** What was typed about one flight. */
export interface FlightTexts {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly budget?: string | null;
  /** The most that it spends on a day of the advertiser. */
  readonly dailyBudget?: string | null;
}
