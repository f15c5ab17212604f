import { ValidationError, type ValidationIssue } from '../../domain/errors.ts';
import {
  BIDDING_DATA_SOURCE,
  DATE_TYPES,
  INTERVALS,
  METRICS,
} from '../../domain/reporting/report/payload/catalogue.ts';
import { CURRENCY_IDS, DIMENSION_IDS, METRIC_IDS } from '../../domain/reporting/report/payload/enums.ts';
import { MAX_ROWS } from '../../domain/reporting/report/payload/fields.ts';
import { isKeyOf, recordOrEmpty } from '../../platform/text/typed.ts';

/** Converts a report with names to the payload of the reporting interface, which has numbers. */

type Json = Record<string, unknown>;

export interface NamedPayload {
  readonly payload: Json;
  /** Maps paths of the payload to paths of the input. */
  readonly places: ReadonlyMap<string, string>;
}

const BIDDING = new Set(METRICS.flatMap(({ id, bidOnly }) => (bidOnly ? [id] : [])));
const COMPARISONS = { eq: 'equalTo', gt: 'greaterThan', lt: 'lessThan' } as const;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** @throws ValidationError for fields that only this form requires */
export function payloadOfNames(input: Json): NamedPayload {
  const issues: ValidationIssue[] = [];
  for (const name of ['range', 'metrics'])
    if (!isGiven(input[name])) issues.push({ path: name, message: `${name} is required` });
  const places = new Map<string, string>(PLACES);
  const metrics = listOf(input.metrics).map((word) => METRIC_IDS.get(String(word)));
  const filters = listOf(input.filter).map((filter, at) =>
    filterOf(recordOrEmpty(filter), at, { issues, places }),
  );
  const having = isGiven(input.having)
    ? conditionOf(recordOrEmpty(input.having), {
        at: 'having',
        payloadAt: 'reportOption.having',
        issues,
        places,
      })
    : undefined;
  if (issues.length > 0) throw new ValidationError(issues);
  const option = {
    dimensionTypeIds: listOf(input.dimensions).map((word) => DIMENSION_IDS.get(String(word))),
    metricTypeIds: metrics,
    ...(isGiven(input.timezone) && { timezone: input.timezone }),
    ...(isGiven(input.currency) && { currency: CURRENCY_IDS.get(String(input.currency)) }),
    ...(filters.length > 0 && { filterOptions: filters }),
    ...(having && { having }),
  };
  const payload = {
    ...rangeOf(recordOrEmpty(input.range)),
    intervalTypeId: intervalOf(input.interval),
    ...(metrics.some((id) => id !== undefined && BIDDING.has(id)) && { dataSource: BIDDING_DATA_SOURCE }),
    ...((isGiven(input.first) || isGiven(input.orderBy)) && { limitSpec: limitOf(input, places) }),
    reportOption: option,
  };
  return { payload, places };
}

const PLACES: readonly (readonly [string, string])[] = [
  ['reportOption.dimensionTypeIds', 'dimensions'],
  ['reportOption.metricTypeIds', 'metrics'],
  ['reportOption.timezone', 'timezone'],
  ['reportOption.currency', 'currency'],
  ['reportOption.filterOptions', 'filter'],
  ['limitSpec.limit', 'first'],
  ['limitSpec.columns', 'orderBy'],
  ['startDate', 'range.between.start'],
  ['endDate', 'range.between.end'],
  ['dataSource', 'metrics'],
];

function rangeOf({ preset, between }: Json): Json {
  if (typeof preset === 'string' && isKeyOf(DATE_TYPES, preset)) return { dateTypeId: DATE_TYPES[preset] };
  const { start, end } = recordOrEmpty(between);
  return {
    dateTypeId: DATE_TYPES.CUSTOM_RANGE,
    startDate: `${String(start)}T00:00:00`,
    endDate: `${String(end)}T23:59:59`,
  };
}

/** Without an interval, the whole range is one row. */
function intervalOf(interval: unknown): number {
  const name = typeof interval === 'string' ? interval.toLowerCase() : 'cumulative';
  return Number(Object.entries(INTERVALS).find(([, known]) => known === name)?.[0]);
}

interface Collected {
  readonly issues: ValidationIssue[];
  readonly places: Map<string, string>;
}

function filterOf(filter: Json, at: number, { issues, places }: Collected): Json {
  const given = (['in', 'notIn'] as const).filter((name) => isGiven(filter[name]));
  const [name = 'in'] = given;
  if (given.length !== 1)
    issues.push({ path: `filter[${at}]`, message: `filter[${at}] must have one of in and notIn` });
  const payloadAt = `reportOption.filterOptions[${at}]`;
  places.set(`${payloadAt}.includeValues`, `filter[${at}].${name}`);
  const values = listOf(filter[name]);
  for (const index of values.keys())
    places.set(`${payloadAt}.includeValues[${index}].id`, `filter[${at}].${name}[${index}]`);
  return {
    dimensionTypeId: DIMENSION_IDS.get(String(filter.dimension)),
    isExcluded: name === 'notIn',
    includeValues: values.map((id) => ({ id })),
  };
}

/** A condition with several fields is true if all of them are. */
function conditionOf(
  condition: Json,
  where: Collected & { readonly at: string; readonly payloadAt: string },
): Json | undefined {
  const { at, payloadAt, issues, places } = where;
  places.set(payloadAt, at);
  const parts: { readonly name: string; readonly make: (payloadAt: string) => Json | undefined }[] = [];
  for (const [name, type] of Object.entries(COMPARISONS)) {
    if (!isGiven(condition[name])) continue;
    if (!isGiven(condition.metric))
      issues.push({ path: `${at}.metric`, message: `${at}.metric is required` });
    parts.push({
      name,
      make: (payloadAt) => {
        places.set(`${payloadAt}.metricTypeId`, `${at}.metric`).set(`${payloadAt}.value`, `${at}.${name}`);
        return { type, metricTypeId: METRIC_IDS.get(String(condition.metric)), value: condition[name] };
      },
    });
  }
  for (const type of ['and', 'or', 'not'] as const) {
    if (!isGiven(condition[type])) continue;
    const items = Array.isArray(condition[type]) ? condition[type] : [condition[type]];
    parts.push({
      name: type,
      make: (payloadAt) => {
        places.set(payloadAt, `${at}.${type}`).set(`${payloadAt}.havingSpecs`, `${at}.${type}`);
        const havingSpecs = items.map((item, index) =>
          conditionOf(recordOrEmpty(item), {
            ...{ issues, places, payloadAt: `${payloadAt}.havingSpecs[${index}]` },
            at: type === 'not' ? `${at}.not` : `${at}.${type}[${index}]`,
          }),
        );
        return { type, havingSpecs };
      },
    });
  }
  const [only] = parts;
  if (!only) {
    issues.push({ path: at, message: `${at} must have a condition` });
    return undefined;
  }
  if (parts.length === 1) return only.make(payloadAt);
  return {
    type: 'and',
    havingSpecs: parts.map(({ make }, index) => make(`${payloadAt}.havingSpecs[${index}]`)),
  };
}

function limitOf({ first, orderBy }: Json, places: Map<string, string>): Json {
  const columns = listOf(orderBy).map((order, index) => {
    const { metric, direction } = recordOrEmpty(order);
    places.set(`limitSpec.columns[${index}].metricTypeId`, `orderBy[${index}].metric`);
    return {
      metricTypeId: METRIC_IDS.get(String(metric)),
      direction: direction === 'DESC' ? 'DESCENDING' : 'ASCENDING',
    };
  });
  return { columns, limit: isGiven(first) ? first : MAX_ROWS };
}

/** Runs `work`. Converts the paths of its errors from the payload to the input. */
export async function inPlacesOf<T>(
  places: ReadonlyMap<string, string>,
  prefix: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ValidationError) || places.size === 0) throw error;
    const named = error.reported.map(({ path, message }) => {
      const place = placed(places, prefix, path);
      const rest = message.startsWith(path) ? place + message.slice(path.length) : message;
      const isByNames = places.has('reportOption.metricTypeIds');
      return {
        path: place,
        message: isByNames ? rest.replace('the metricTypeIds of', 'the metrics of') : rest,
      };
    });
    throw new ValidationError(named, error.more);
  }
}

/** Replaces the longest known prefix of the path. */
function placed(places: ReadonlyMap<string, string>, prefix: string, path: string): string {
  const own = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  for (let end = own.length; end > 0; end -= 1) {
    const known = places.get(own.slice(0, end));
    if (known !== undefined) return prefix + known + own.slice(end);
  }
  return path;
}
