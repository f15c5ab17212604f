import { partOf } from '../../../platform/text/typed.ts';
import { isRecord, type Problems } from '../../../resources/define/input.ts';

/** The operators of a filter, and what each means. */
const OPERATORS = {
  eq: 'equal',
  neq: 'not equal; a product without the field counts',
  contains: 'holds the text, case-sensitive',
  not_contains: 'does not hold the text, case-sensitive; a product without the field counts',
  lte: 'a number less than or equal',
  gte: 'a number greater than or equal',
  in_list: 'equal to one of the list',
} as const;

type Operator = keyof typeof OPERATORS;
export type Scalar = string | number | boolean;

export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

export interface Filter {
  readonly join: 'and' | 'or';
  readonly conditions: readonly Condition[];
}

const MAX_CONDITIONS = 5;
const MAX_LIST = 100;
const MAX_TEXT = 255;
/** Columns of every feed that contain text. Other columns can contain numbers. */
const TEXT_FIELDS = new Set(['title', 'link', 'availability', 'brand', 'category']);

/**
 * Parses `{"field": {"op": value}}`, or an `and` or `or` list of such conditions. Returns undefined for an invalid
 * filter and adds the reasons to `problems`.
 */
export function parseFilter(problems: Problems, raw: unknown, path: string): Filter | undefined {
  const before = problems.count;
  const filter = readFilter(problems, raw, path);
  return problems.count === before ? filter : undefined;
}

function readFilter(problems: Problems, raw: unknown, path: string): Filter | undefined {
  if (!isRecord(raw)) {
    problems.add(path, 'must be an object such as {"brand": {"eq": "Acme"}}');
    return undefined;
  }
  const keys = Object.keys(raw);
  const groups = keys.filter(isGroup);
  if (groups.length === 0) return { join: 'and', conditions: [readCondition(problems, raw, path)].flat() };
  const [join = 'and'] = groups;
  const parts = raw[join];
  if (keys.length > 1) problems.add(path, 'can contain one and-group or one or-group, and nothing else');
  else if (!Array.isArray(parts) || parts.length === 0)
    problems.add(`${path}.${join}`, 'must be a list of filters');
  else if (parts.length > MAX_CONDITIONS)
    problems.add(`${path}.${join}`, `can contain at most ${MAX_CONDITIONS} filters`);
  else
    return {
      join,
      conditions: parts.flatMap((part, index) => readCondition(problems, part, `${path}.${join}[${index}]`)),
    };
  return undefined;
}

const isGroup = (key: string): key is 'and' | 'or' => key === 'and' || key === 'or';

/** `{"field": {"op": value}}` */
function readCondition(problems: Problems, raw: unknown, path: string): Condition[] {
  const field = onlyKey(problems, raw, path, {
    shape: 'must be an object such as {"brand": {"eq": "Acme"}}',
    several: 'must name one field; combine several fields in an and-group or or-group',
  });
  if (field === undefined || !isRecord(raw)) return [];
  if (isGroup(field)) {
    problems.add(path, 'must not contain a group, because groups cannot be nested');
    return [];
  }
  if (!isText(field)) {
    problems.add(path, `must name a field of at most ${MAX_TEXT} characters without control characters`);
    return [];
  }
  const at = `${path}.${field}`;
  const operator = onlyKey(problems, raw[field], at, {
    shape: 'must be an object such as {"eq": "Acme"}',
    several: 'must contain one operator; combine two conditions in an and-group',
  });
  if (operator === undefined) return [];
  if (!isOperator(operator)) {
    problems.add(at, `must use one of the operators ${Object.keys(OPERATORS).join(', ')}`);
    return [];
  }
  const value = partOf(raw[field], operator);
  const problem = problemOf(field, operator, value);
  if (problem === undefined) return [{ field, operator, value: value as Scalar | Scalar[] }];
  problems.add(`${at}.${operator}`, problem);
  return [];
}

function onlyKey(
  problems: Problems,
  raw: unknown,
  path: string,
  messages: { shape: string; several: string },
): string | undefined {
  const keys = isRecord(raw) ? Object.keys(raw) : [];
  if (keys.length === 1) return keys[0];
  problems.add(path, keys.length === 0 ? messages.shape : messages.several);
  return undefined;
}

const isOperator = (name: string): name is Operator => Object.hasOwn(OPERATORS, name);

function problemOf(field: string, operator: Operator, value: unknown): string | undefined {
  switch (operator) {
    case 'lte':
    case 'gte':
      if (TEXT_FIELDS.has(field)) return `compares numbers, but ${field} is text`;
      return Number.isFinite(value) ? undefined : 'must be a number, because the operator compares numbers';
    case 'contains':
    case 'not_contains':
      return isText(value) ? undefined : `must be text of 1 to ${MAX_TEXT} characters`;
    case 'in_list':
      return Array.isArray(value) && value.length > 0 && value.length <= MAX_LIST && value.every(isScalar)
        ? undefined
        : `must be a list of 1 to ${MAX_LIST} texts, numbers or booleans`;
    default:
      return isScalar(value) ? undefined : 'must be text, a number, true or false';
  }
}

const isScalar = (value: unknown): value is Scalar =>
  isText(value) || Number.isFinite(value) || typeof value === 'boolean';

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= MAX_TEXT &&
  value.isWellFormed() &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
  !/[\u0000-\u001f\u007f]/.test(value);
