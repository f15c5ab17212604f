import { textOf } from '../../../../platform/text/typed.ts';
import { DATE_RANGE, isInRange } from '../../../../platform/time/instant.ts';
import { valuesOf } from '../../../../resources/define/enum-type.ts';
import { MEDIA_TYPE } from '../../../campaigns/creative/media-type.ts';
import { type Json, Reader } from '../reader.ts';
import type { Dimension, Metric } from './catalogue.ts';
import {
  BIDDING_DATA_SOURCE,
  CUSTOM_RANGE,
  DATE_TYPE_IDS,
  DEFAULT_ZONE,
  DENOMINATIONS,
  DIMENSIONS,
  INTERVALS,
  METRICS,
  reportZone,
  ZONES,
} from './catalogue.ts';
import { DATE_FORMAT, DIRECTIONS, LIMIT_TYPE, MAX_IDS, MAX_PARTS, MAX_ROWS } from './fields.ts';
import { type RequestedMetrics, readHaving, requestedMetric } from './having.ts';
import { type IgnoredIds, NO_IGNORED_IDS } from './ignored-ids.ts';
import { parseDate } from './period.ts';
import { refuseRestricted } from './restricted.ts';
import type { Filter, ReportSpec } from './spec.ts';
import { unknownFields } from './unknown.ts';

/** The type of a line is its media type. */
const LINE_TYPES = valuesOf(MEDIA_TYPE);

const byId = <T extends { id: number }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
const byKey = <T>(all: Readonly<Record<number, T>>) =>
  new Map(Object.entries(all).map(([id, one]) => [Number(id), one]));
const DATE_TYPES = new Map<number, (typeof DATE_TYPE_IDS)[number]>(DATE_TYPE_IDS.map((id) => [id, id]));

/**
 * Parses a reporting payload. Unknown fields are ignored unless `isStrict`. `ignored` names the IDs that the interface
 * left out: a list that had no others is refused, and so is a condition or an order by one of them.
 * @throws ValidationError with every invalid field; RestrictedCombinationError for the bidding rules
 */
export function parseReport(
  input: unknown,
  { isStrict = false, ignored = NO_IGNORED_IDS }: { isStrict?: boolean; ignored?: IgnoredIds } = {},
): ReportSpec {
  const reader = new Reader();
  if (isStrict) for (const path of unknownFields(input)) reader.refuse(path, 'is not a known field');
  const payload = reader.object(input, 'payload') ?? {};
  const option = reader.object(payload.reportOption, 'reportOption') ?? {};
  const zone = readZone(reader, option.timezone);
  const metrics = readMetrics(reader, option.metricTypeIds, ignored.metricTypeIds);
  const requested = { metrics, ignored: ignored.metricTypeIds };
  const limits = readLimits(reader, payload, requested);
  const spec: ReportSpec = {
    dateTypeId: reader.choice(payload.dateTypeId, 'dateTypeId', DATE_TYPES, 'date type') ?? 1,
    interval:
      reader.choice(payload.intervalTypeId, 'intervalTypeId', byKey(INTERVALS), 'interval type') ?? 'day',
    startDate: null,
    endDate: null,
    zone,
    denomination: readDenomination(reader, payload, option),
    dimensions: readDimensions(reader, option.dimensionTypeIds, ignored.dimensionTypeIds),
    metrics,
    filters: readFilters(reader, option.filterOptions),
    accountIds: readAccounts(reader, option.accountIds),
    having: isGiven(option.having)
      ? readHaving(reader, option.having, 'reportOption.having', requested)
      : null,
    ...limits,
  };
  if (spec.dateTypeId === CUSTOM_RANGE) Object.assign(spec, readRange(reader, payload, zone));
  const bidding = readDataSource(reader, payload.dataSource, metrics);
  reader.throwIfAny();
  refuseRestricted(spec, bidding);
  return spec;
}

function readZone(reader: Reader, value: unknown): string {
  if (!isGiven(value)) return DEFAULT_ZONE;
  const zone = ZONES.find((name) => name === reportZone(value));
  if (zone === undefined) reader.refuse('reportOption.timezone', `must be one of ${ZONES.join(', ')}`);
  return zone ?? DEFAULT_ZONE;
}

function readDenomination(reader: Reader, payload: Json, option: Json): ReportSpec['denomination'] {
  const read = (value: unknown, path: string) =>
    isGiven(value) ? reader.choice(value, path, byKey(DENOMINATIONS), 'currency denomination') : undefined;
  const outer = read(payload.currency, 'currency');
  return read(option.currency, 'reportOption.currency') ?? outer ?? 'USD';
}

function readDimensions(reader: Reader, value: unknown, ignored: readonly number[]): Dimension[] {
  const path = 'reportOption.dimensionTypeIds';
  if (refuseOnlyIgnored(reader, value, path, ignored)) return [];
  const items = reader.array(value, path, { max: MAX_PARTS });
  return readChoices(reader, items, path, byId(DIMENSIONS), 'dimension');
}

function readMetrics(reader: Reader, value: unknown, ignored: readonly number[]): Metric[] {
  const path = 'reportOption.metricTypeIds';
  if (refuseOnlyIgnored(reader, value, path, ignored)) return [];
  const items = reader.array(value, path, { min: 1, max: MAX_PARTS });
  return readChoices(reader, items, path, byId(METRICS), 'metric');
}

/** A report without anything that was requested would be a different report. */
function refuseOnlyIgnored(
  reader: Reader,
  value: unknown,
  path: string,
  ignored: readonly number[],
): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  if (!isEmpty || ignored.length === 0) return false;
  reader.refuse(path, `must have an ID with data; these have none: ${ignored.join(', ')}`);
  return true;
}

/** Repeating an ID changes nothing: a column is included once. */
function readChoices<T>(
  reader: Reader,
  items: unknown[],
  path: string,
  all: Map<number, T>,
  what: string,
): T[] {
  const chosen = items.map((item, i) => reader.choice(item, `${path}[${i}]`, all, what));
  return [...new Set(chosen.filter((one): one is NonNullable<typeof one> => one !== undefined))];
}

function readFilters(reader: Reader, value: unknown): Filter[] {
  const path = 'reportOption.filterOptions';
  return reader.array(value, path, { max: MAX_PARTS }).flatMap((raw, i) => {
    const at = `${path}[${i}]`;
    const filter = reader.object(raw, at);
    if (!filter) return [];
    const dimension = reader.choice(
      filter.dimensionTypeId,
      `${at}.dimensionTypeId`,
      byId(DIMENSIONS),
      'dimension',
    );
    const excluded = reader.flag(filter.isExcluded, `${at}.isExcluded`);
    const values = reader.array(filter.includeValues, `${at}.includeValues`, { min: 1, max: MAX_IDS });
    const ids = values.flatMap((item, n) => {
      const place = `${at}.includeValues[${n}]`;
      const sent = reader.object(item, place)?.id;
      const id = readFilterId(reader, sent, `${place}.id`, dimension);
      return id === undefined ? [] : [id];
    });
    return dimension ? [{ dimension, excluded, ids }] : [];
  });
}

function readFilterId(reader: Reader, sent: unknown, path: string, dimension?: Dimension) {
  if (dimension?.key === 'country') return reader.countryId(sent, path);
  if (dimension?.key === 'lineType') return reader.enumValue(sent, path, LINE_TYPES);
  return reader.resourceId(sent, path);
}

function readAccounts(reader: Reader, value: unknown): string[] {
  const path = 'reportOption.accountIds';
  return reader.array(value, path, { max: MAX_IDS }).flatMap((item, i) => {
    const id = reader.resourceId(item, `${path}[${i}]`);
    return id === undefined ? [] : [id];
  });
}

/** `limit` is an alias of `limitSpec`. A payload with both is refused, because they could differ. */
function readLimits(
  reader: Reader,
  payload: Json,
  requested: RequestedMetrics,
): Pick<ReportSpec, 'order' | 'limit'> {
  if (isGiven(payload.limit) && isGiven(payload.limitSpec))
    reader.refuse('limit', 'is an alias of limitSpec; give only one of them');
  const path = isGiven(payload.limitSpec) ? 'limitSpec' : 'limit';
  const raw = payload.limitSpec ?? payload.limit;
  const spec = isGiven(raw) ? reader.object(raw, path) : undefined;
  if (!spec) return { order: [], limit: null };
  const limit = reader.whole(spec.limit, `${path}.limit`, 1, MAX_ROWS) ?? null;
  if (isGiven(spec.type) && spec.type !== LIMIT_TYPE) reader.refuse(`${path}.type`, `must be ${LIMIT_TYPE}`);
  if (!isGiven(spec.columns)) reader.refuse(`${path}.columns`, 'must be an array');
  const order = reader.array(spec.columns, `${path}.columns`, { max: MAX_PARTS }).flatMap((item, i) => {
    const at = `${path}.columns[${i}]`;
    const column = reader.object(item, at);
    if (!column) return [];
    if (!DIRECTIONS.some((name) => name === column.direction))
      reader.refuse(`${at}.direction`, `must be ${DIRECTIONS.join(' or ')}`);
    const metric = requestedMetric(reader, column.metricTypeId, `${at}.metricTypeId`, requested);
    return metric === undefined ? [] : [{ metric, descending: column.direction === 'DESCENDING' }];
  });
  return { order, limit };
}

function readRange(reader: Reader, payload: Json, zone: string): Pick<ReportSpec, 'startDate' | 'endDate'> {
  const read = (field: 'startDate' | 'endDate') => {
    const value = payload[field];
    const date =
      typeof value === 'string' ? parseDate(value, zone, field === 'startDate' ? 'start' : 'end') : null;
    if (!isGiven(value)) reader.refuse(field, 'is required for a custom range');
    else if (date === null) reader.refuse(field, `must have the format ${DATE_FORMAT}`);
    else if (isInRange(String(value))) return date;
    else reader.refuse(field, DATE_RANGE);
    return null;
  };
  const [startDate, endDate] = [read('startDate'), read('endDate')];
  if (startDate && endDate && startDate > endDate) reader.refuse('startDate', 'must not be after endDate');
  return { startDate, endDate };
}

/** The only data source is 15. With bid metrics, another one is refused as a restricted combination. */
function readDataSource(reader: Reader, value: unknown, metrics: Metric[]): boolean {
  if (!isGiven(value)) return false;
  const isOther = /^\d{1,15}$/.test(textOf(value)) && Number(value) !== BIDDING_DATA_SOURCE;
  if (isOther && metrics.some(({ bidOnly }) => bidOnly)) return false;
  const known = new Map([[BIDDING_DATA_SOURCE, true]]);
  return reader.choice(value, 'dataSource', known, 'data source') ?? false;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
