import { textOf } from '../../../platform/text/typed.ts';
import { isRecord, Problems } from '../../../resources/define/input.ts';

export type Json = Record<string, unknown>;

/** Reads values of a payload and collects their problems, so that all are reported at once. */
export class Reader {
  readonly #problems = new Problems();

  refuse(path: string, message: string): void {
    this.#problems.add(path, message);
  }

  throwIfAny(): void {
    this.#problems.throwIfAny();
  }

  object(value: unknown, path: string): Json | undefined {
    if (isRecord(value)) return value;
    this.refuse(path, 'must be an object');
    return undefined;
  }

  /**
   * Returns the items; an empty array if the field is missing. With `min` 1, the field is required and cannot be
   * empty.
   */
  array(value: unknown, path: string, { min = 0, max }: { min?: 0 | 1; max: number }): unknown[] {
    const items = value ?? [];
    if (!Array.isArray(items)) this.refuse(path, 'must be an array');
    else if (items.length < min) this.refuse(path, 'must have at least one item');
    else if (items.length > max) this.refuse(path, `must have at most ${max} items`);
    else return items;
    return [];
  }

  /** Returns one of a closed set of IDs, given as a number or as digits. */
  choice<T>(value: unknown, path: string, choices: ReadonlyMap<number, T>, what: string): T | undefined {
    const id = wholeNumber(value);
    const chosen = id === undefined ? undefined : choices.get(id);
    if (chosen === undefined)
      this.refuse(path, `must be a known ${what} (${[...choices.keys()].join(', ')})`);
    return chosen;
  }

  /** Returns an integer from `min` to `max`. */
  whole(value: unknown, path: string, min: number, max: number): number | undefined {
    const number = wholeNumber(value);
    if (number !== undefined && number >= min && number <= max) return number;
    this.refuse(path, `must be an integer from ${min} to ${max}`);
    return undefined;
  }

  /** Returns the ID of a resource as text: a positive number, or one as digits. */
  resourceId(value: unknown, path: string): string | undefined {
    return this.#id(value, path, /^0*[1-9]\d{0,14}$/);
  }

  /** Returns a country as text: its alpha-2 code or WOEID. */
  countryId(value: unknown, path: string): string | undefined {
    return this.#id(value, path, /^([A-Za-z]{2}|0*[1-9]\d{0,14})$/);
  }

  /** Returns one of a closed set of values, in any case, as text. */
  enumValue(value: unknown, path: string, values: readonly string[]): string | undefined {
    const text = textOf(value).trim().toUpperCase();
    if (typeof value === 'string' && values.includes(text)) return text;
    this.refuse(path, `must be one of ${values.join(', ')}`);
    return undefined;
  }

  #id(value: unknown, path: string, pattern: RegExp): string | undefined {
    const text = Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text === 'string' && pattern.test(text.trim())) return text.trim();
    this.refuse(path, 'must be an id');
    return undefined;
  }

  flag(value: unknown, path: string): boolean {
    if (value === undefined || value === null) return false;
    if (typeof value === 'boolean') return value;
    this.refuse(path, 'must be true or false');
    return false;
  }
}

/** Some clients send numbers as strings of digits. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
