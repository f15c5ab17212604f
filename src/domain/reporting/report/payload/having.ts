import { textOf } from '../../../../platform/text/typed.ts';
import type { Having } from '../../../../warehouse/report-plan.ts';
import type { Reader } from '../reader.ts';
import type { Metric } from './catalogue.ts';
import { COMPARISONS, GROUPS, MAX_PARTS } from './fields.ts';

/** The metrics of a report, and the IDs of those that it is made without. */
export interface RequestedMetrics {
  readonly metrics: readonly Metric[];
  readonly ignored: readonly number[];
}

type Comparison = (typeof COMPARISONS)[number];
type Group = (typeof GROUPS)[number];

/** Each comparison is evaluated for every row of the report, and engines nest them poorly. */
export const MAX_HAVING_DEPTH = 5;
export const MAX_COMPARISONS = 100;
const VALUE = /^-?\d{1,18}(\.\d{1,6})?$/;

/**
 * Parses `having`: comparisons of metrics, combined by `and`, `or` and `not` at any depth. A comparison type with
 * `havingSpecs` applies to each of them; `not` is true if none of its parts is. Parsing stops at the first comparison
 * over the limit.
 */
export function readHaving(
  reader: Reader,
  value: unknown,
  path: string,
  requested: RequestedMetrics,
): Having | null {
  let comparisons = 0;
  return node(value, path, 1, undefined);

  function node(raw: unknown, at: string, depth: number, inherited: Comparison | undefined): Having | null {
    if (comparisons > MAX_COMPARISONS) return null;
    const spec = reader.object(raw, at);
    if (!spec) return null;
    if (depth > MAX_HAVING_DEPTH) {
      reader.refuse(at, `is nested more than ${MAX_HAVING_DEPTH} levels deep`);
      return null;
    }
    const type = spec.type ?? inherited;
    const comparison = COMPARISONS.find((name) => name === type);
    const group = GROUPS.find((name) => name === type);
    if (comparison && spec.havingSpecs === undefined) return compare(spec, at, comparison);
    if (comparison) return join(spec, at, depth, 'and', comparison);
    if (group) return join(spec, at, depth, group, undefined);
    reader.refuse(`${at}.type`, `must be one of ${[...GROUPS, ...COMPARISONS].join(', ')}`);
    return null;
  }

  function join(
    spec: Record<string, unknown>,
    at: string,
    depth: number,
    type: Group,
    inherited: Comparison | undefined,
  ): Having | null {
    const specs = reader.array(spec.havingSpecs, `${at}.havingSpecs`, { min: 1, max: MAX_PARTS });
    const parts = specs.map((part, i) => node(part, `${at}.havingSpecs[${i}]`, depth + 1, inherited));
    return { type, parts: parts.filter((part) => part !== null) };
  }

  function compare(spec: Record<string, unknown>, at: string, type: Comparison): Having | null {
    comparisons += 1;
    if (comparisons > MAX_COMPARISONS) {
      reader.refuse(at, `must be among the first ${MAX_COMPARISONS} comparisons`);
      return null;
    }
    const metric = requestedMetric(reader, spec.metricTypeId, `${at}.metricTypeId`, requested);
    const text = typeof spec.value === 'string' ? spec.value.trim() : plain(spec.value);
    if (!VALUE.test(text)) {
      reader.refuse(`${at}.value`, 'must be a number');
      return null;
    }
    return metric === undefined ? null : { type, metric, value: text };
  }
}

/** Returns the position of a metric that the report requests; a report cannot be filtered or sorted by another. */
export function requestedMetric(
  reader: Reader,
  value: unknown,
  path: string,
  { metrics, ignored }: RequestedMetrics,
): number | undefined {
  const at = metrics.findIndex(({ id }) => String(id) === textOf(value));
  if (at >= 0) return at;
  const hasNoData = ignored.some((id) => String(id) === textOf(value));
  reader.refuse(
    path,
    hasNoData
      ? `must be a metric with data; ${textOf(value)} has none`
      : 'must be one of the metricTypeIds of the report',
  );
  return undefined;
}

function plain(value: unknown): string {
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}
