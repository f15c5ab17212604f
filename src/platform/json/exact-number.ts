/** A number as JSON writes it. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** The maximum length. A double without an exponent has fewer characters. */
const MAX_LENGTH = 1100;
/** 17 significant digits identify every double, and programs that print doubles write no more. */
const DOUBLE_DIGITS = 17;

/**
 * A number in a body that a double cannot represent as it was sent, such as 9007199254740993 or 1e400.
 * Bodies are parsed into this instead of the nearest double, so that no value is stored that was never
 * sent.
 */
export class InexactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/**
 * Returns whether a double represents the number as it was sent: an integer with every digit, a fraction to
 * the 17 digits that doubles are printed with. False if it is not a JSON number.
 */
export function isExact(text: string): boolean {
  const sent = digitsOf(text);
  const number = Number(text);
  if (!sent || !Number.isFinite(number)) return false;
  if (sameNumber(sent, digitsOf(String(number)))) return true;
  return sent.place < 0 && sent.digits.length <= DOUBLE_DIGITS && number !== 0;
}

export const isJsonNumber = (text: string): boolean => NUMBER.test(text);

/** Returns whether a double represents every digit of the number. False if it is not a JSON number. */
export function isHeld(text: string): boolean {
  const sent = digitsOf(text);
  return sent !== undefined && sameNumber(sent, digitsOf(String(Number(text))));
}

interface Digits {
  readonly sign: string;
  /** The digits without leading and trailing zeros. */
  readonly digits: string;
  /** The exponent of the last digit: 0 for ones, -2 for hundredths. */
  readonly place: number;
}

/** Returns the same value for `1.50`, `1.5` and `15e-1`. */
function digitsOf(text: string): Digits | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [matched, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.slice(0, endOfDigits(digits));
  if (significant === '') return { sign: '', digits: '', place: 0 };
  return {
    sign,
    digits: significant,
    place: Number(exponent) - fraction.length + digits.length - significant.length,
  };
}

/** Returns the length without trailing zeros. */
function endOfDigits(digits: string): number {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return end;
}

function sameNumber(a: Digits, b: Digits | undefined): boolean {
  return a.sign === b?.sign && a.digits === b.digits && a.place === b.place;
}
