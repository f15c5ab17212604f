import type { AdOfLine } from './catalogue.ts';
import type { FactColumn, FactFormat, FactKind } from './columns.ts';
import type { Job, Statement, Table } from './engine.ts';
import type { ReportPlan } from './report-plan.ts';

export interface SourceFile {
  path: string;
  format: FactFormat;
  /** The file's columns in its own order. */
  header: FactColumn[];
}

/** Which events are counted: those of a pixel; null matches any. */
export interface EventSelection {
  readonly pixelId: number;
  readonly ec: string | null;
  readonly el: string | null;
  readonly ea: string | null;
}

/** All the SQL of the analytical engine; another engine is another implementation of this. */
export interface Dialect {
  /** Rows `{name}`: the columns of a Parquet file. */
  columns(path: string): Statement;
  /** Checks every row and writes typed rows to `target`; fails when a single row is refused. */
  stage(source: SourceFile, target: string): Statement;
  /** One row `{refused, worst: [{line, problems}]}`: how many lines are refused and the first hundred. */
  diagnose(source: SourceFile, foreignAds: AdOfLine[]): Job;
  /** Rows `{adId, lineId}` of the facts in a staged file that name an ad. */
  adsOfLines(path: string): Statement;
  /** The same of a file that is still to be checked; values that are not IDs are left out. */
  adsOfSource(source: SourceFile): Statement;
  /** Rows `{month}`, `yyyy-MM`. */
  months(path: string): Statement;
  /** Writes one month (null: all) of the sources' facts, sorted by advertiser and hour. */
  writeFacts(sources: string[], month: string | null, target: string): Statement;
  /** Writes a part of a file's facts for `addDelivery`: of a file of delivery, line by line, those of each combination. */
  rollUp(
    path: string,
    kind: FactKind,
    options: { readonly target: string; readonly part: number; readonly of: number },
  ): Statement;
  /** One row `{rows, minHour, maxHour}`. */
  describe(path: string): Statement;
  /** Rows `{advertiserId, lastHour}`. */
  lastHours(path: string): Statement;
  /** Writes conversions, sorted as facts are; the columns are those of `ConversionFact`. */
  writeConversions(conversions: Omit<Table, 'name'>, target: string): Job;
  /** Writes the events that `copyEvents` wrote to a file as text. */
  writeEvents(source: string, target: string): Statement;
  /** One row `{rows, same}`: whether `writeEvents` wrote every value of every row. */
  compareEvents(source: string, target: string): Statement;
  /** Rows `{n, count}`: how many events of the seat (null: of any) each selection matches, by its place; none if 0. */
  countEvents(
    requested: { readonly seatId: number | null; readonly selections: readonly EventSelection[] },
    sources: readonly string[],
  ): Job;
  /** Writes the report's CSV to `target`; the last statement answers `{rows}`, without the header. */
  report(plan: ReportPlan, target: string): Job;
}
