import { ValidationError, type ValidationIssue } from '../../../errors.ts';
import type { ReportSpec } from './spec.ts';

/** Returned when a report combines data source, dimensions and metrics that cannot be combined. */
export class RestrictedCombinationError extends ValidationError {
  override readonly reason = 'RESTRICTED_COMBINATION';
}

const SEAT = 56;

/**
 * A bidding report can only have some dimensions and metrics, and must have at least one bid metric and one dimension.
 * Bid metrics need data source 15. A filter by seat is always allowed.
 * @throws RestrictedCombinationError
 */
export function refuseRestricted(spec: ReportSpec, bidding: boolean): void {
  const issues = bidding ? biddingIssues(spec) : ordinaryIssues(spec);
  if (issues.length > 0) throw new RestrictedCombinationError(issues);
}

function biddingIssues({ dimensions, metrics, filters }: ReportSpec): ValidationIssue[] {
  const foreign = [
    ...dimensions.filter((one) => !one.bidding).map((one) => ['reportOption.dimensionTypeIds', one] as const),
    ...filters
      .map(({ dimension }) => dimension)
      .filter((one) => !one.bidding && one.id !== SEAT)
      .map((one) => ['reportOption.filterOptions', one] as const),
    ...metrics.filter((one) => !one.bidding).map((one) => ['reportOption.metricTypeIds', one] as const),
  ];
  const issues = foreign.map(([path, { id, name }]) =>
    issue(path, `must not have ${id} (${name}) in a bidding report`),
  );
  if (!metrics.some((metric) => metric.bidOnly))
    issues.push(issue('reportOption.metricTypeIds', 'must have a bid metric in a bidding report'));
  if (dimensions.length === 0)
    issues.push(issue('reportOption.dimensionTypeIds', 'must have a dimension in a bidding report'));
  return issues;
}

function ordinaryIssues({ metrics }: ReportSpec): ValidationIssue[] {
  return metrics
    .filter((metric) => metric.bidOnly)
    .map(({ id, name }) =>
      issue('reportOption.metricTypeIds', `must not have ${id} (${name}) without dataSource 15`),
    );
}

function issue(path: string, rest: string): ValidationIssue {
  return { path, message: `${path} ${rest}` };
}
