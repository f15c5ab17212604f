import type { DashboardCourseFragment, DashboardDeliveryQuery } from '../../generated/graphql.ts';
import { type Sums, sumsOf } from '../../parts/figures/metrics.ts';
import type { Point } from '../../parts/figures/until.ts';

/** A range: all of it, and by steps. */
export interface Range {
  readonly totals: Sums;
  readonly points: readonly Point[];
}

/** What tiles and plot are made of, whatever it is about. */
export interface CourseData {
  /** The global ID of what it is about; undefined for the seat. */
  readonly node?: string;
  readonly currency: string;
  /** The end of the newest hour that has data. */
  readonly asOf: string | null | undefined;
  readonly now: Range;
  readonly before: Range | undefined;
  /** The hours of the last days of a range that is not over, and of those that they are compared with. */
  readonly hours: readonly Point[] | undefined;
  readonly hoursBefore: readonly Point[] | undefined;
}

interface Step {
  readonly start?: string | null;
  readonly delivery: Parameters<typeof sumsOf>[0];
}

export const pointsOf = (steps: readonly Step[] | undefined): readonly Point[] =>
  (steps ?? []).flatMap(({ start, delivery }) => (start ? [{ start, sums: sumsOf(delivery) }] : []));

type Table = Pick<DashboardCourseFragment, 'nodes'> & Partial<Pick<DashboardCourseFragment, 'totals'>>;

interface Answer {
  readonly now: DashboardCourseFragment & { readonly asOf?: string | null };
  readonly before?: DashboardCourseFragment;
  readonly hours?: Table;
  readonly hoursBefore?: Table;
}

/** What the tables of a seat say. */
export function seatCourse({ now, before, hours, hoursBefore }: Answer): CourseData {
  const rangeOf = ({ totals, nodes }: DashboardCourseFragment): Range => ({
    totals: sumsOf(totals),
    points: pointsOf(nodes),
  });
  return {
    currency: now.totals.spend.currency,
    asOf: now.asOf,
    now: rangeOf(now),
    before: before && rangeOf(before),
    hours: hours && pointsOf(hours.nodes),
    hoursBefore: hoursBefore && pointsOf(hoursBefore.nodes),
  };
}

/** What something with delivery of its own says; undefined for nothing. */
export function nodeCourse({ node, latest }: DashboardDeliveryQuery, id: string): CourseData | undefined {
  if (!node || !('now' in node)) return undefined;
  const { now, nowSteps, before, beforeSteps, hours, hoursBefore } = node;
  return {
    node: id,
    currency: now.spend.currency,
    asOf: latest.asOf,
    now: { totals: sumsOf(now), points: pointsOf(nowSteps) },
    before: before && { totals: sumsOf(before), points: pointsOf(beforeSteps) },
    hours: hours && pointsOf(hours),
    hoursBefore: hoursBefore && pointsOf(hoursBefore),
  };
}
