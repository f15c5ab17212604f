import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { instantProblem, parseInstant, parseTimestamp } from '../../platform/time/instant.ts';
import { type EnumType, valuesOf } from './enum-type.ts';
import { passthroughProblem } from './passthrough-fields.ts';

/**
 * The kinds of input values. `Problems` completes messages with the path: "must be text" becomes
 * "contact.city must be text". GraphQL's input types and the OpenAPI document are generated from the same
 * schemas, so each kind has a `Trait`, and `describe` adds the description.
 */
export interface Trait {
  readonly kind?: 'id' | 'url' | 'currency' | 'timezone' | 'instant' | 'day' | 'enum' | 'flag' | 'json';
  /** The type that an ID refers to, or the name of an object in schemas. */
  readonly of?: string;
  /** The object is replaced as a whole, so a null in it counts as not sent, also in an update. */
  readonly isWhole?: true;
  /** For kind `enum`: its values. */
  readonly enumType?: EnumType;
  /** GraphQL's name of the field, where it is not REST's. */
  readonly graphql?: string;
  /** REST's documents do not have the field. */
  readonly undocumented?: true;
  /** Answers can have a value that was stored before the enum was closed. */
  readonly hasOlderValues?: true;
}

declare module 'zod' {
  interface GlobalMeta extends Trait {}
}

export const MAX_ID = 2_147_483_647;
export const MAX_AMOUNT = 1e12;

const messages = (type: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : `must be ${type}`),
});

/** Text of one or more lines. PostgreSQL cannot store NUL, and other control characters are not useful. */
export const text = (max = 255) =>
  z
    .string(messages('text'))
    .min(1, 'must not be empty')
    // Longer texts are not looked at: what follows may take longer than its length.
    .max(max, { error: `must be at most ${max} characters long`, abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'must not contain control characters')
    .refine((value) => value.trim() !== '' || value === '', 'must not be blank')
    .refine((value) => value.isWellFormed(), 'must be well-formed text');

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]/u;

/** The name of something: a single line, as shown in lists and files. */
export const name = (max = 255) =>
  text(max).refine((value) => !LINE_BREAKS.test(value), 'must not contain control characters or line breaks');

/** Returns what is wrong with the name of something that a user saves: a single line. */
export const nameProblem = (name: string, max: number): string | undefined =>
  name === '' || name.length > max || LINE_BREAKS.test(name)
    ? `must be one line of 1 to ${max} characters`
    : undefined;

const EMAIL =
  /^(?!\.|[^@]*\.[.@])[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,10}(?:xn--[a-z\d-]{1,59}|[\p{L}\p{M}]{2,63})$/iu;

export const email = () => text(320).refine((value) => EMAIL.test(value), 'must be an email address');

/** Like `text`, but may be empty. */
export const optionalText = (max = 255) => z.union([z.literal(''), text(max)], messages('text'));

/** Like `name`, but may be empty. */
export const optionalName = (max = 255) => z.union([z.literal(''), name(max)], messages('text'));

export const optionalEmail = () =>
  optionalText(320).refine((value) => value === '' || EMAIL.test(value), 'must be an email address');

export const boolean = () => z.boolean(messages('true or false'));

export const integer = (min: number, max: number) =>
  z.int(messages('an integer')).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);

export const number = (min: number, max: number) =>
  z.number(messages('a number')).min(min, `must be at least ${min}`).max(max, `must be at most ${max}`);

export const positive = (max: number) =>
  z.number(messages('a number')).gt(0, 'must be greater than 0').max(max, `must be at most ${max}`);

/** An amount of money or units: finite, not negative, less than a trillion. */
export const amount = () => number(0, MAX_AMOUNT);

/**
 * The integer ID of a resource of that type, or of any type. An ID out of range is valid here, but never
 * found.
 */
export const id = (of?: string) =>
  z
    .int(messages('an integer ID'))
    .min(1, 'must be a positive ID')
    .meta({ kind: 'id', ...(of && { of }) });

/** A nested object. `of` is its name in schemas. */
export const object = <Shape extends z.ZodRawShape>(of: string, shape: Shape) =>
  z.object(shape, messages('an object')).meta({ of });

/** Any JSON value, for values that a rule validates itself. */
export const json = () => z.unknown().meta({ kind: 'json' });

/** A JSON value that is stored and returned as sent. */
export const passthroughJson = <T>(value: z.ZodType<T>) =>
  value
    .superRefine((given, { addIssue }) => {
      const problem = passthroughProblem(given);
      if (problem !== undefined) addIssue({ code: 'custom', message: problem });
    })
    .meta({ kind: 'json' });

const literals = <const T extends readonly string[]>(values: T) =>
  z.enum(values, messages(`one of ${values.join(', ')}`));

/** A value of an enum. */
export const oneOf = <Value extends string>(enumType: EnumType<Value>) =>
  someOf(enumType, valuesOf(enumType));

/** A value of an enum that used to accept any. */
export const formerlyOpen = <Value extends string>(enumType: EnumType<Value>) =>
  literals(valuesOf(enumType)).meta({ kind: 'enum', enumType, hasOlderValues: true });

/** A value of an enum, of those that are allowed here. */
export const someOf = <Value extends string, Some extends Value>(
  enumType: EnumType<Value>,
  values: readonly Some[],
) => literals(values).meta({ kind: 'enum', enumType });

/** An enum value that a rule validates itself, because the check depends on more than the value. */
export const checkedEnum = (enumType: EnumType) => text(64).meta({ kind: 'enum', enumType });

/** `TRUE` or `FALSE` as text, as in the native interface. A Boolean in GraphQL. */
export const textFlag = () => literals(['TRUE', 'FALSE']).meta({ kind: 'flag' });

/** Any upper-case token, for codes whose values are not documented. */
export const token = () => text(64).regex(/^[A-Z][A-Z0-9_]*$/, 'must be an upper-case token such as CPC');

/** A list with at most `max` items. */
export const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item, messages('an array')).max(max, `must have at most ${max} items`);

/** An IANA time zone in any case, stored in IANA's spelling. */
export const timezone = () =>
  text(64)
    .overwrite(zoneAsSpelled)
    .refine(isTimeZone, 'must be an IANA time zone')
    .meta({ kind: 'timezone' });

export const currency = () =>
  text(3)
    .refine((value) => CURRENCIES.has(value), 'must be an ISO 4217 currency code')
    .meta({ kind: 'currency' });

export const httpUrl = (max = 2048) =>
  text(max).refine(isHttpUrl, 'must be an http or https URL').meta({ kind: 'url' });

/** `yyyy-MM-ddTHH:mm:ssZ`. Without `Z`, UTC is assumed. Parsed to a Date. */
export const instant = () =>
  z
    .string(messages('a date and time like 2026-01-31T08:00:00Z'))
    .transform((value, problems) => {
      const date = parseInstant(value);
      if (date) return date;
      problems.addIssue({ code: 'custom', message: instantProblem(value, '2026-01-31T08:00:00Z') });
      return z.NEVER;
    })
    .meta({ kind: 'instant' });

/** An `updatedAt` as it was returned, with milliseconds. The precondition of an update. */
export const timestamp = () =>
  z
    .string(messages('a date and time like 2026-01-31T08:00:00.000Z'))
    .transform((value, problems) => {
      const date = parseTimestamp(value);
      if (date) return date;
      problems.addIssue({ code: 'custom', message: instantProblem(value, '2026-01-31T08:00:00.000Z') });
      return z.NEVER;
    })
    .meta({ kind: 'instant' });

/** Withdrawn from ISO 4217, but still known to JavaScript engines. */
const WITHDRAWN = new Set(['CUC', 'HRK', 'SLL', 'ZWL']);

/** ISO 4217 codes in use. The engine's list lacks VED, which the dictionary contains. */
export const CURRENCIES = new Set(
  [...Intl.supportedValuesOf('currency'), 'VED'].filter((code) => !WITHDRAWN.has(code)),
);

/**
 * Returns the name in IANA's spelling: `america/new_york` → `America/New_York`. A link is not replaced with
 * its target.
 */
export function zoneAsSpelled(zone: string): string {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch {
    return zone;
  }
}

/**
 * IANA's names without a place. PostgreSQL reads others as abbreviations, with other offsets than JavaScript (`IST`) or
 * without summer time (`CET`).
 */
const WITHOUT_PLACE = new Set(
  (
    'UTC GMT UCT Zulu Universal Greenwich EST MST HST EST5EDT CST6CDT MST7MDT PST8PDT Cuba Egypt Eire GB GB-Eire Hongkong ' +
    'Iceland Iran Israel Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo PRC Poland Portugal ROC ROK Singapore Turkey W-SU'
  )
    .toUpperCase()
    .split(' '),
);
/** JavaScript engines know names that were never IANA's, or no longer are. */
const NOT_OF_IANA = /^(SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i;

export function isTimeZone(value: string): boolean {
  const hasPlace = /^[A-Za-z]+\//.test(value);
  if (hasPlace ? NOT_OF_IANA.test(value) : !WITHOUT_PLACE.has(value.toUpperCase())) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** A URL whose host is longer is refused before it is parsed, which takes the square of the host's length. */
const HOST = /^https?:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)/i;
const MAX_HOST = 255;

function isHttpUrl(value: string): boolean {
  const [, host] = HOST.exec(value) ?? [];
  if (host === undefined || host.length > MAX_HOST || /\s/.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.protocol === 'http:' || url.protocol === 'https:';
}
