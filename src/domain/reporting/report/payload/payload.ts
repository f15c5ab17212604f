import { isRecord } from '../../../../resources/define/input.ts';
import { reportZone } from './catalogue.ts';

/** A scalar, a time zone, an object, or a list of one shape. */
type Shape = 'scalar' | 'zone' | readonly [Shape] | { readonly [name: string]: Shape | (() => Shape) };

const HAVING: Shape = {
  type: 'scalar',
  metricTypeId: 'scalar',
  value: 'scalar',
  havingSpecs: () => [HAVING],
};
const LIMIT: Shape = {
  columns: [{ metricTypeId: 'scalar', direction: 'scalar' }],
  limit: 'scalar',
  type: 'scalar',
};

/** The fields of a payload that this service reads, in the documented order. */
const PAYLOAD: Shape = {
  reportOption: {
    timezone: 'zone',
    currency: 'scalar',
    dimensionTypeIds: ['scalar'],
    filterOptions: [{ dimensionTypeId: 'scalar', isExcluded: 'scalar', includeValues: [{ id: 'scalar' }] }],
    metricTypeIds: ['scalar'],
    accountIds: ['scalar'],
    having: HAVING,
  },
  currency: 'scalar',
  limitSpec: LIMIT,
  limit: LIMIT,
  dateTypeId: 'scalar',
  dataSource: 'scalar',
  intervalTypeId: 'scalar',
  startDate: 'scalar',
  endDate: 'scalar',
};

/** Every name that this service reads is shorter, so a longer one is a field that this report ignores. */
const LONGEST = 64;

/**
 * Returns the fields of a valid payload that this service reads, in the documented order. Only these are stored, and
 * `requestPayload` returns them; unknown fields are dropped.
 */
export const understoodPayload = (payload: unknown) => understood(payload, PAYLOAD) ?? {};

function understood(value: unknown, shape: Shape): unknown {
  if (shape === 'scalar') return isScalar(value) ? value : undefined;
  if (shape === 'zone') return isScalar(value) ? reportZone(value) : undefined;
  if (isList(shape)) {
    if (!Array.isArray(value)) return undefined;
    return value.map((part) => understood(part, shape[0])).filter((part) => part !== undefined);
  }
  if (!isRecord(value)) return undefined;
  const parts = Object.entries(shape).map(([name, part]) => [
    name,
    understood(value[name], typeof part === 'function' ? part() : part),
  ]);
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const isScalar = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= LONGEST && value.isWellFormed() && !value.includes('\0'));
