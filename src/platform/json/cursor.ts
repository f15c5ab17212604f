import { JSON_LIMITS } from './scan.ts';
import { utf16Units } from './utf16-units.ts';

const SPACES = [0x20, 0x0a, 0x0d, 0x09];
const SPACE = 0x20;
const IS_SPACE = Array.from({ length: SPACE + 1 }, (_, code) => SPACES.includes(code));
/** Not a valid code unit. */
const END = -1;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const SMALL_E = 0x65;
const LARGE_E = 0x45;
const SMALL_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const FIRST_PRINTABLE = 0x20;
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
};
/** For longer texts, JSON.parse decodes escapes faster, but its call costs more. */
const SHORT_TEXT = 100;

/** An ASCII key to look for. */
export interface KeyName {
  readonly text: string;
  readonly units: Uint8Array;
}

export const keyName = (text: string): KeyName => ({ text, units: Buffer.from(text, 'latin1') });

/**
 * Reads JSON from start to end, a token at a time, and builds only the values that its caller requests.
 * Skipped values are validated, too, in a few nanoseconds per character whatever they contain: JSON.parse
 * takes a thousand times as long for a key that no earlier object had. Throws SyntaxError.
 */
export class JsonCursor {
  readonly #text: string;
  /** The content of `#text`: reading from a typed array takes half the time of reading characters. */
  readonly #units: Uint8Array | Uint16Array;
  #at = 0;
  #depth = 0;
  #isFirst = false;
  /** The number of keys read, for each open object. */
  readonly #keys: number[] = [];
  #textBegin = 0;
  #isEscaped = false;
  #keyBegin = 0;
  #keyEnd = 0;
  #isKeyEscaped = false;
  #isGuess = false;

  /** `bytes` is the text in UTF-8, as it was received. */
  constructor(text: string, bytes: Buffer) {
    this.#text = text;
    this.#units = bytes.length === text.length ? bytes : utf16Units(text);
  }

  get isObject(): boolean {
    return this.#next() === OPEN_OBJECT;
  }

  get isList(): boolean {
    return this.#next() === OPEN_LIST;
  }

  /** Enters the next object or list. Then `nextKey` or `nextEntry` advances through its parts. */
  enter(): void {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > JSON_LIMITS.depth) this.#fail(`is nested more than ${JSON_LIMITS.depth} levels deep`);
    this.#keys[this.#depth] = 0;
    this.#isFirst = true;
  }

  /**
   * Advances to the next value of an object, whose key `key` returns. Returns false at the end. `guess` is
   * a likely key.
   */
  nextKey(guess?: KeyName): boolean {
    if (!this.#nextPart(CLOSE_OBJECT)) return false;
    if (this.#next() !== QUOTE) this.#fail();
    this.#isGuess = guess !== undefined && this.#isText(guess);
    if (guess && this.#isGuess) {
      this.#textBegin = this.#at;
      this.#isEscaped = false;
      this.#at += guess.units.length + 2;
    } else this.#readText();
    const keys = (this.#keys[this.#depth] ?? 0) + 1;
    if (keys > JSON_LIMITS.keys) this.#fail(`has an object with more than ${JSON_LIMITS.keys} keys`);
    this.#keys[this.#depth] = keys;
    this.#keyBegin = this.#textBegin;
    this.#keyEnd = this.#at;
    if (this.#next() !== COLON) this.#fail();
    this.#at += 1;
    this.#isKeyEscaped = this.#isEscaped;
    return true;
  }

  get key(): string {
    return this.#textOf(this.#keyBegin, this.#keyEnd, this.#isKeyEscaped);
  }

  /** Whether the key is the one that was guessed. */
  get isGuess(): boolean {
    return this.#isGuess;
  }

  /** Returns the index of the name that the key equals, or -1 if there is none. */
  keyAmong(names: readonly KeyName[]): number {
    if (this.#isKeyEscaped) return names.findIndex(({ text }) => text === this.key);
    const at = this.#at;
    this.#at = this.#keyBegin;
    const index = names.findIndex((name) => this.#isText(name));
    this.#at = at;
    return index;
  }

  /** Returns whether the next text is the key, without escapes. */
  #isText({ units }: KeyName): boolean {
    const begin = this.#at + 1;
    if (this.#unitAt(begin + units.length) !== QUOTE) return false;
    for (let at = 0; at < units.length; at += 1) if (this.#units[begin + at] !== units[at]) return false;
    return true;
  }

  /** Advances to the next entry of a list. Returns false at the end. */
  nextEntry(): boolean {
    return this.#nextPart(CLOSE_LIST);
  }

  /** Returns the next string, number, boolean or null. For an object or a list, returns an empty list. */
  scalar(): unknown {
    const code = this.#next();
    if (code === QUOTE) {
      this.#readText();
      return this.#textOf(this.#textBegin, this.#at, this.#isEscaped);
    }
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      this.skip();
      return [];
    }
    const begin = this.#at;
    this.skip();
    const text = this.#text.slice(begin, this.#at);
    if (text === 'null') return null;
    return text === 'true' || text === 'false' ? text === 'true' : Number(text);
  }

  /** Returns the next number as it was sent, or undefined if it has an exponent or is not a number. */
  plainNumber(): string | undefined {
    const code = this.#next();
    if (code !== MINUS && !isDigit(code)) return undefined;
    const begin = this.#at;
    const hasExponent = this.#readNumber();
    if (!hasExponent) return this.#text.slice(begin, this.#at);
    this.#at = begin;
    return undefined;
  }

  skip(): void {
    const code = this.#next();
    if (code === QUOTE) this.#readText();
    else if (code === OPEN_OBJECT) {
      this.enter();
      while (this.nextKey()) this.skip();
    } else if (code === OPEN_LIST) {
      this.enter();
      while (this.nextEntry()) this.skip();
    } else if (code === MINUS || isDigit(code)) this.#readNumber();
    else this.#readWord();
  }

  end(): void {
    this.#next();
    if (this.#at < this.#text.length) this.#fail();
  }

  #nextPart(close: number): boolean {
    const code = this.#next();
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (code === close) {
      this.#at += 1;
      this.#depth -= 1;
      return false;
    }
    if (isFirst) return true;
    if (code !== COMMA) this.#fail();
    this.#at += 1;
    return true;
  }

  /** Returns the next code unit after white space, or -1 at the end. */
  #next(): number {
    let code = this.#unitAt(this.#at);
    while (code <= SPACE && IS_SPACE[code]) {
      this.#at += 1;
      code = this.#unitAt(this.#at);
    }
    return code;
  }

  #unitAt(at: number): number {
    return at < this.#units.length ? (this.#units[at] as number) : END;
  }

  #readText(): void {
    const units = this.#units;
    this.#textBegin = this.#at;
    this.#isEscaped = false;
    for (let at = this.#at + 1; at < units.length; at += 1) {
      const code = units[at] as number;
      if (code === QUOTE) {
        this.#at = at + 1;
        return;
      }
      if (code < FIRST_PRINTABLE) this.#fail();
      if (code !== BACKSLASH) continue;
      this.#isEscaped = true;
      at += 1;
      if (this.#unitAt(at) === SMALL_U) {
        for (let digit = 1; digit <= 4; digit += 1) if (!isHex(this.#unitAt(at + digit))) this.#fail();
        at += 4;
      } else if (ESCAPES[this.#text.charAt(at)] === undefined) this.#fail();
    }
    this.#fail();
  }

  #textOf(begin: number, end: number, isEscaped: boolean): string {
    if (!isEscaped) return this.#text.slice(begin + 1, end - 1);
    if (end - begin > SHORT_TEXT) return JSON.parse(this.#text.slice(begin, end));
    let plain = '';
    for (let at = begin + 1; at < end - 1; at += 1) {
      if (this.#text.charCodeAt(at) !== BACKSLASH) {
        plain += this.#text.charAt(at);
        continue;
      }
      at += 1;
      const letter = this.#text.charAt(at);
      plain += ESCAPES[letter] ?? String.fromCharCode(Number.parseInt(this.#text.slice(at + 1, at + 5), 16));
      if (letter === 'u') at += 4;
    }
    return plain;
  }

  /** Returns whether it has an exponent. */
  #readNumber(): boolean {
    if (this.#unitAt(this.#at) === MINUS) this.#at += 1;
    if (this.#unitAt(this.#at) === ZERO) this.#at += 1;
    else this.#readDigits();
    if (this.#unitAt(this.#at) === POINT) {
      this.#at += 1;
      this.#readDigits();
    }
    const code = this.#unitAt(this.#at);
    if (code !== SMALL_E && code !== LARGE_E) return false;
    this.#at += 1;
    const sign = this.#unitAt(this.#at);
    if (sign === PLUS || sign === MINUS) this.#at += 1;
    this.#readDigits();
    return true;
  }

  #readDigits(): void {
    let at = this.#at;
    while (isDigit(this.#unitAt(at))) at += 1;
    if (at === this.#at) this.#fail();
    this.#at = at;
  }

  #readWord(): void {
    for (const word of ['true', 'false', 'null'])
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return;
      }
    this.#fail();
  }

  #fail(problem = `is malformed at character ${this.#at}`): never {
    throw new SyntaxError(`The text ${problem}.`);
  }
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isHex = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
