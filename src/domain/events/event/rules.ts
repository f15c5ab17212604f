import { isRecord } from '../../../resources/define/input.ts';
import type { ValidationIssue } from '../../errors.ts';
import { holdsAddress } from '../intake/address.ts';
import {
  deviceIds,
  EVENT_FIELDS,
  FIRST_MS,
  HASHED,
  isTelephone,
  LABELS,
  PRODUCT_ID,
  SHA_256,
  TEST_CODE,
  USER_DEFINED,
  UUID,
  VALUES,
  ZERO_UUID,
} from './fields.ts';

/** The problems of one event. `path` is the field, or empty for the event itself. */
export type EventProblem = ValidationIssue;

const HOUR_MS = 3_600_000;
const MAX_AHEAD_MS = 24 * HOUR_MS;
const OLDEST_MS = 90 * 24 * HOUR_MS;
const ACTION_SOURCES = new Set<string>(EVENT_FIELDS.action_source.choices);
const HASHES = Object.keys(HASHED);
const LABEL_LIMITS = Object.entries(LABELS).map(([name, { maxLength }]) => ({
  name,
  path: `custom_data.${name}`,
  maxLength,
}));
const NO_ADDRESS = 'must not hold an email address';
const DIGITS = /^\d{1,20}$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

interface Keys {
  readonly devices: readonly {
    readonly name: string;
    readonly path: string;
    readonly maxLength: number;
    readonly isUuid: boolean;
  }[];
  readonly names: readonly string[];
  /** The message for an event that has none of these keys. */
  readonly missing: string;
}

const keys = new Map<string, Keys>();

/** Returns the keys that can identify a user; one of them contains the operator's name. */
function keysOf(operator: string): Keys {
  const known = keys.get(operator);
  if (known) return known;
  const ids = deviceIds(operator);
  const names = [...HASHES, ...Object.keys(ids)];
  const devices = Object.entries(ids).map(([name, { isUuid, maxLength }]) => ({
    name,
    path: `user_data.${name}`,
    maxLength,
    isUuid,
  }));
  const made = { devices, names, missing: `one of ${names.join(', ')} is required` };
  keys.set(operator, made);
  return made;
}

type Report = (path: string, reason: string) => undefined;

interface Rules {
  readonly now: Date;
  readonly operator: string;
  /** False if the request certainly contains no address. */
  readonly mayHoldAddress: boolean;
}

/**
 * Validates one event and returns its problems. Messages never repeat the value, because it could be an address. Null
 * counts as not sent.
 */
export function eventProblems(event: unknown, options: Rules): EventProblem[] {
  const problems: EventProblem[] = [];
  const report: Report = (path, message) => {
    problems.push({ path, message });
  };
  if (!isRecord(event)) {
    report('', 'must be an object');
    return problems;
  }
  checkTime(event.event_time, options.now, report);
  if (isSent(event.action_source)) {
    const { action_source: source } = event;
    if (typeof source !== 'string' || !ACTION_SOURCES.has(source.toLowerCase()))
      report('action_source', 'must be website, app or offline');
  }
  checkText(event.action_source_url, 'action_source_url', EVENT_FIELDS.action_source_url.maxLength, report);
  checkText(event.test_event_code, TEST_CODE.name, TEST_CODE.maxLength, report);
  checkUser(event.user_data, options.operator, report);
  checkCustom(event.custom_data, report);
  if (options.mayHoldAddress) checkAddresses(event, options.operator, report);
  return problems;
}

/** Neither a stored text nor the ignored click ID may contain an email address. */
function checkAddresses(
  {
    action_source_url,
    test_event_code,
    user_data: user,
    custom_data: custom,
  }: Readonly<Record<string, unknown>>,
  operator: string,
  report: Report,
): void {
  const check = (value: unknown, path: string) => {
    if (isAddress(value)) report(path, NO_ADDRESS);
  };
  check(action_source_url, 'action_source_url');
  check(test_event_code, TEST_CODE.name);
  if (isRecord(user)) {
    for (const { name, path, isUuid } of keysOf(operator).devices) if (!isUuid) check(user[name], path);
    check(user.vmcid, 'user_data.vmcid');
  }
  if (!isRecord(custom)) return;
  for (const { name, path } of LABEL_LIMITS) check(custom[name], path);
  const { product_id: products, user_defined: pairs } = custom;
  if (Array.isArray(products))
    for (const [index, product] of products.entries()) check(product, `custom_data.product_id[${index}]`);
  else check(products, 'custom_data.product_id');
  if (isRecord(pairs) && Object.entries(pairs).flat().some(isAddress))
    report('custom_data.user_defined', NO_ADDRESS);
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && holdsAddress(value);

function checkTime(value: unknown, now: Date, report: Report): undefined {
  if (!isSent(value)) return report('event_time', 'is required');
  const time = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  if (typeof time !== 'number' || !Number.isInteger(time))
    return report('event_time', 'must be an integer or a string of digits');
  const ms = time >= FIRST_MS ? time : time * 1000;
  if (ms > now.getTime() + MAX_AHEAD_MS) report('event_time', 'must not be more than 24 hours ahead');
  if (ms < now.getTime() - OLDEST_MS) report('event_time', 'must not be older than 90 days');
}

function checkUser(user: unknown, operator: string, report: Report): undefined {
  const { devices, names, missing } = keysOf(operator);
  if (!isSent(user)) return report('user_data', missing);
  if (!isRecord(user)) return report('user_data', 'must be an object');
  for (const name of HASHES) {
    const email = user[name];
    if (isSent(email) && email !== '' && !(typeof email === 'string' && SHA_256.test(email)))
      report(`user_data.${name}`, 'must be the SHA-256 of the address as 64 hex digits, never the address');
  }
  for (const { name, path, maxLength, isUuid } of devices) {
    const id = user[name];
    if (!isUuid) checkCookie(id, path, maxLength, report);
    else if (isSent(id) && id !== '' && !(typeof id === 'string' && UUID.test(id) && id !== ZERO_UUID))
      report(path, 'must be a UUID that is not all zeros');
  }
  if (!names.some((name) => isSent(user[name]) && user[name] !== '')) report('user_data', missing);
}

function checkCookie(id: unknown, path: string, maxLength: number, report: Report): undefined {
  checkText(id, path, maxLength, report);
  if (typeof id === 'string' && isTelephone(id)) report(path, 'must be an ID, never a telephone number');
}

function checkCustom(custom: unknown, report: Report): undefined {
  if (!isSent(custom)) return;
  if (!isRecord(custom)) return report('custom_data', 'must be an object');
  // `gv` takes precedence over its alias `value`, which is then not checked.
  const name = isSent(custom.gv) ? 'gv' : 'value';
  const value = custom[name];
  if (isSent(value) && !isDecimal(value))
    report(`custom_data.${name}`, 'must be a finite number or a plain decimal string');
  for (const { name, path, maxLength } of LABEL_LIMITS) checkText(custom[name], path, maxLength, report);
  checkProducts(custom.product_id, report);
  checkPairs(custom.user_defined, report);
}

function isDecimal(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && value.length <= VALUES.gv.maxLength && DECIMAL.test(value);
}

function checkProducts(products: unknown, report: Report): undefined {
  const path = 'custom_data.product_id';
  if (!isSent(products)) return;
  // Split only as far as needed to detect too many: ten megabytes can contain five million names.
  if (typeof products === 'string')
    return checkList(products.split(',', PRODUCT_ID.entries + 1), path, report);
  if (!Array.isArray(products))
    return report(path, 'must be an array of strings or one comma-separated string');
  checkList(products, path, report);
}

function checkList(products: readonly unknown[], path: string, report: Report): undefined {
  if (products.length > PRODUCT_ID.entries)
    return report(path, `must have at most ${PRODUCT_ID.entries} entries`);
  const bad = products.findIndex(
    (product) => typeof product !== 'string' || isLong(product, PRODUCT_ID.maxLength),
  );
  if (bad >= 0) report(`${path}[${bad}]`, `must be text of at most ${PRODUCT_ID.maxLength} characters`);
}

function checkPairs(pairs: unknown, report: Report): undefined {
  const path = 'custom_data.user_defined';
  if (!isSent(pairs)) return;
  if (!isRecord(pairs)) return report(path, 'must be an object of strings');
  const entries = Object.entries(pairs);
  if (entries.length > USER_DEFINED.pairs) report(path, `must have at most ${USER_DEFINED.pairs} pairs`);
  if (entries.some(([name]) => isLong(name, USER_DEFINED.name)))
    report(path, `must have names of at most ${USER_DEFINED.name} characters`);
  if (entries.some(([, value]) => typeof value !== 'string' || isLong(value, USER_DEFINED.value)))
    report(path, `must have values that are text of at most ${USER_DEFINED.value} characters`);
}

function checkText(value: unknown, path: string, max: number, report: Report): undefined {
  if (isSent(value) && (typeof value !== 'string' || isLong(value, max)))
    report(path, `must be text of at most ${max} characters`);
}

const isSent = (value: unknown): boolean => value !== undefined && value !== null;

/** Counts characters, not UTF-16 code units. */
function isLong(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || [...text].length > max);
}
