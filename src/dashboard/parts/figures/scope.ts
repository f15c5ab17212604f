/** What a figure is about, where that is not what its page is about. */
export interface Scope {
  /** A global ID. */
  readonly node?: string | undefined;
  readonly country?: string | undefined;
  readonly package?: string | undefined;
  /** Of the day, in the zone of the days. */
  readonly hour?: string | undefined;
  /** Of the week, such as `Mon`. */
  readonly weekday?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Of the days, where that is not the page's. */
  readonly timezone?: string | undefined;
  /** Where the range ends within a day. */
  readonly until?: string | undefined;
  readonly compared?: boolean | undefined;
}
