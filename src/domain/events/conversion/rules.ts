import { CURRENCIES } from '../../../resources/define/fields.ts';
import { MAX_ISSUES } from '../../../resources/define/issues.ts';
import { ValidationError, type ValidationIssue } from '../../errors.ts';
import { holdsAddress } from '../intake/address.ts';
import { isStorable, UNSTORABLE } from '../intake/storable-text.ts';
import { DEFAULT_CURRENCY, MAX_FURTHER, NAME_LENGTH, PARAMETERS, VALUE_LENGTH } from './fields.ts';

/** Decoded parameters of a postback in the order in which they were sent. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** A valid postback. */
export interface Postback {
  readonly vmcid: string;
  readonly id: string;
  readonly dp: string;
  /** The time of the event; undefined if not sent. */
  readonly et: Date | undefined;
  /** Decimal text with every digit preserved. */
  readonly gv: string | undefined;
  readonly gc: string;
  readonly ec: string | undefined;
  readonly ea: string | undefined;
  /** The value of `.yp`; undefined if it was not sent or cannot be a pixel's ID. */
  readonly pixelId: number | undefined;
  /** Whether `.yp` was sent, whatever its value. */
  readonly hasPixel: boolean;
  readonly extra: Readonly<Record<string, string>>;
}

const KNOWN = new Set(Object.keys(PARAMETERS));
const REQUIRED = Object.entries(PARAMETERS).flatMap(([name, { required }]) => (required ? [name] : []));
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const DIGITS = /^\d{1,15}$/;
/** Times from this value on are in milliseconds, smaller ones in seconds. */
const FIRST_MS = 1e11;
const LAST_MS = Date.UTC(2101, 0, 1) - 1;

/** Returns the valid postback. Throws a ValidationError that lists all problems. */
export function parsePostback(pairs: Pairs): Postback {
  const issues: ValidationIssue[] = [];
  let more = 0;
  const refuse = (path: string, message: string) => {
    if (issues.length < MAX_ISSUES) issues.push({ path, message });
    else more += 1;
  };
  const values = new Map<string, string>();
  const extra: [string, string][] = [];
  for (const [name, value] of pairs) {
    // A name that contains an address is not repeated either, because errors are shown and logged.
    if (holdsAddress(name)) {
      refuse('', 'must not have a name that holds an email address');
      continue;
    }
    if (!isStorable(name)) {
      refuse('', UNSTORABLE);
      continue;
    }
    if (holdsAddress(value)) refuse(name, 'must not hold an email address');
    if (name === '' || isLong(name, NAME_LENGTH))
      refuse(name, `has a name that is not 1 to ${NAME_LENGTH} long`);
    if (isLong(value, VALUE_LENGTH)) refuse(name, `must be at most ${VALUE_LENGTH} characters long`);
    if (!isStorable(value)) refuse(name, UNSTORABLE);
    if (!KNOWN.has(name)) extra.push([name, value]);
    else if (values.has(name)) refuse(name, 'must not be repeated');
    else values.set(name, value);
  }
  if (extra.length > MAX_FURTHER) refuse('', `must have at most ${MAX_FURTHER} further pairs`);
  for (const name of REQUIRED) if (!values.get(name)) refuse(name, 'is required');
  const et = timeOf(unsigned(values.get('et')), refuse);
  const gv = unsigned(values.get('gv'));
  if (gv !== undefined && !isNumber(gv)) refuse('gv', 'must be a number');
  const gc = values.get('gc') ?? DEFAULT_CURRENCY;
  if (!CURRENCIES.has(gc)) refuse('gc', 'must be an ISO 4217 currency code');
  if (issues.length > 0) throw new ValidationError(issues, more);
  return {
    vmcid: values.get('vmcid') ?? '',
    id: values.get('id') ?? '',
    dp: values.get('dp') ?? '',
    et,
    gv,
    gc,
    ec: values.get('ec'),
    ea: values.get('ea'),
    pixelId: pixelIdOf(values.get('.yp')),
    hasPixel: Boolean(values.get('.yp')),
    extra: Object.fromEntries(extra),
  };
}

function timeOf(value: string | undefined, refuse: (path: string, message: string) => void) {
  if (value === undefined) return undefined;
  const time = DIGITS.test(value) ? Number(value) : Number.NaN;
  const ms = time >= FIRST_MS ? time : time * 1000;
  if (ms <= LAST_MS) return new Date(ms);
  refuse('et', 'must be a whole number of milliseconds or seconds since 1970, before 2101');
  return undefined;
}

/** Removes the plus sign of a number, which arrives as a space unless it is encoded. */
const unsigned = (text: string | undefined): string | undefined => text?.replace(/^[ +](?=[\d.])/, '');

const isNumber = (text: string): boolean =>
  text.length <= VALUE_LENGTH && DECIMAL.test(text) && Number.isFinite(Number(text));

const pixelIdOf = (value: string | undefined): number | undefined =>
  value !== undefined && /^\d{1,10}$/.test(value) ? Number(value) : undefined;

/** Counts characters, not UTF-16 code units. */
const isLong = (text: string, max: number): boolean => text.length > max && [...text].length > max;
