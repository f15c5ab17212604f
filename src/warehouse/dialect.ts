import type { AdOfLine } from './catalogue.ts';
import type { FactColumn, FactFormat, FactKind } from './columns.ts';
import type { Job, Statement, Table } from './engine.ts';
import type { ReportPlan } from './report-plan.ts';

export interface SourceFile {
  path: string;
  format: FactFormat;
  /** The columns in the order of the file. */
  header: FactColumn[];
}

/** Selects the events to count: those of a pixel, with the given labels. Null matches any. */
export interface EventSelection {
  readonly pixelId: number;
  readonly ec: string | null;
  readonly el: string | null;
  readonly ea: string | null;
}

/** All the SQL of the analytical engine. Another engine is another implementation of this. */
export interface Dialect {
  /** Returns rows `{name}`: the columns of a Parquet file. */
  columns(path: string): Statement;
  /** Checks every row and writes typed rows to `target`. Fails if any row is invalid. */
  stage(source: SourceFile, target: string): Statement;
  /**
   * Returns one row `{refused, worst: [{line, problems}]}`: the number of refused lines, and the first
   * hundred.
   */
  diagnose(source: SourceFile, foreignAds: AdOfLine[]): Job;
  /** Returns rows `{adId, lineId}` of the facts in a staged file that name an ad. */
  adsOfLines(path: string): Statement;
  /** The same for a file that is not checked yet. Values that are not IDs are left out. */
  adsOfSource(source: SourceFile): Statement;
  /** Returns rows `{month}`, `yyyy-MM`. */
  months(path: string): Statement;
  /** Writes one month (null: all) of the sources' facts, sorted by advertiser and hour. */
  writeFacts(sources: string[], month: string | null, target: string): Statement;
  /**
   * Writes a part of a file's facts for `addDelivery`. For a delivery file, these are the facts of each
   * combination, line by line.
   */
  rollUp(
    path: string,
    kind: FactKind,
    options: { readonly target: string; readonly part: number; readonly of: number },
  ): Statement;
  /** Returns one row `{rows, minHour, maxHour}`. */
  describe(path: string): Statement;
  /** Returns rows `{advertiserId, lastHour}`. */
  lastHours(path: string): Statement;
  /** Writes conversions, sorted like facts. The columns are those of `ConversionFact`. */
  writeConversions(conversions: Omit<Table, 'name'>, target: string): Job;
  /** Writes the events from the text file that `copyEvents` wrote. */
  writeEvents(source: string, target: string): Statement;
  /** Returns one row `{rows, same}`: whether `writeEvents` wrote every value of every row. */
  compareEvents(source: string, target: string): Statement;
  /**
   * Returns rows `{n, count}`: the number of the seat's events (null: of any seat) that selection `n`
   * matches. Selections without events are left out.
   */
  countEvents(
    requested: { readonly seatId: number | null; readonly selections: readonly EventSelection[] },
    sources: readonly string[],
  ): Job;
  /** Writes the report's CSV to `target`. The last statement returns `{rows}`, without the header. */
  report(plan: ReportPlan, target: string): Job;
}
