/** What reading an answer found. */
export interface Reading {
  /** What the client cannot read. */
  readonly problems: string[];
  /** Getters that throw if they are called, although the answer as a whole can be read. */
  readonly throwing: string[];
}

/** Reads a value as a client does. Returns what the client makes of it: undefined for null, or if it cannot be read. */
export type Reader = (value: unknown, at: string, reading: Reading) => unknown;

const NEUTRAL = ['NONE', 'DEFAULT', 'UNLIMITED'];

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** A reader of a single value. Null and missing values are read as null. */
const single =
  (kind: string, read: (value: unknown) => unknown): Reader =>
  (value, at, { problems }) => {
    if (value == null) return undefined;
    const result = read(value);
    if (result === undefined) problems.push(`${at} is ${shown(value)}, not ${kind}`);
    return result;
  };

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

export const anything: Reader = (value) => value ?? undefined;
export const text = single('a text', (value) => (isScalar(value) ? String(value) : undefined));
export const decimal = single('a number', (value) =>
  isScalar(value) && Number.isFinite(Number(value)) ? Number(value) : undefined,
);
/** Such clients cut the fraction of a number where they expect an integer. */
export const whole = single('an integer', (value) => {
  if (typeof value === 'number') return Math.trunc(value);
  return /^-?\d{1,18}$/.test(String(value)) ? Number(value) : undefined;
});
export const flag = single('a Boolean', (value) =>
  typeof value === 'boolean' ? value : { true: true, false: false }[String(value)],
);
/** A date without a time. A time is cut off. */
export const day = single('a date', (value) =>
  matching(/^\d{4}-\d\d-\d\d(T\d\d:\d\d.*)?$/)(value)?.slice(0, 10),
);
/** A date and time without a zone. `Z` is cut off. */
export const localTime = single('a date and time', (value) =>
  matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?$/)(value)?.replace(/(\.\d+)?Z?$/, ''),
);
export const instant = single('an instant', matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));

/** A word of a closed list. With any other the whole answer cannot be read. */
export const word = (...words: string[]): Reader =>
  single(`one of ${words.join(', ')}`, (value) => (words.includes(String(value)) ? value : undefined));

interface GetterOptions {
  /** Documented words that the client does not know. */
  readonly also?: readonly string[];
  readonly isNeverNull?: boolean;
}

/** A text whose getter throws if it is null or no word of the list. */
export const getter =
  (words: readonly string[], { also = [], isNeverNull = false }: GetterOptions = {}): Reader =>
  (value, at, { problems, throwing }) => {
    const neutral = words.find((one) => NEUTRAL.includes(one));
    if (value == null && (neutral || isNeverNull)) problems.push(`${at} is null, not ${neutral ?? 'a word'}`);
    else if (value == null || also.includes(String(value))) throwing.push(at);
    else if (!words.includes(String(value)))
      problems.push(`${at} is ${shown(value)}, not ${words.join(', ')}`);
    return value ?? undefined;
  };

/** A text whose getter throws unless each item is a word of the list. Null is read as null. */
export const words =
  (...known: string[]): Reader =>
  (value, at, reading) =>
    value == null ? undefined : list(getter(known))(value, at, reading);

export const list =
  (item: Reader): Reader =>
  (value, at, reading) => {
    if (value == null) return undefined;
    if (Array.isArray(value)) return value.map((one, position) => item(one, `${at}[${position}]`, reading));
    reading.problems.push(`${at} is ${shown(value)}, not a list`);
    return undefined;
  };

/** An object. Fields that the client does not know are ignored. */
export const model =
  (fields: Readonly<Record<string, Reader>>): Reader =>
  (value, at, reading) => {
    if (value == null) return undefined;
    if (typeof value !== 'object' || Array.isArray(value)) {
      reading.problems.push(`${at} is ${shown(value)}, not an object`);
      return undefined;
    }
    const given = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(given[name], `${at}.${name}`, reading)]),
    );
  };

/** A value without which the client fails. */
export const needed =
  (reader: Reader): Reader =>
  (value, at, reading) => {
    if (value == null) reading.problems.push(`${at} is ${value === null ? 'null' : 'missing'}`);
    return reader(value, at, reading);
  };

/** A field that must be in the object, null or not. */
export const present =
  (reader: Reader): Reader =>
  (value, at, reading) => {
    if (value === undefined) reading.problems.push(`${at} is missing`);
    return reader(value, at, reading);
  };

/** What such a client sends back of what it has read: neither nulls nor empty lists. */
export function sentBack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentBack);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [name, sentBack(part)] as const);
  return Object.fromEntries(
    fields.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
