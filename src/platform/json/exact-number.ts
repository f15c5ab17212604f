/** A number as JSON writes it. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A double written without an exponent has fewer characters. */
const LONGEST = 1100;
/** As many significant digits say every double; programs that print doubles write no more. */
const DOUBLE_DIGITS = 17;

/**
 * A number of a body that a double cannot hold as it was sent, such as 9007199254740993 or 1e400. Bodies are read
 * into this instead of a neighbouring number, so that nothing is kept that was never sent.
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
 * Whether a double holds the number as it was sent: an integer with every digit, a fraction to the 17 digits that
 * doubles are written with. False if it is not a JSON number.
 */
export function isExact(text: string): boolean {
  const sent = digitsOf(text);
  const number = Number(text);
  if (!sent || !Number.isFinite(number)) return false;
  if (sameNumber(sent, digitsOf(String(number)))) return true;
  return sent.place < 0 && sent.digits.length <= DOUBLE_DIGITS && number !== 0;
}

export const isJsonNumber = (text: string): boolean => NUMBER.test(text);

/** Whether a double holds every digit of the number. False if it is not a JSON number. */
export function isHeld(text: string): boolean {
  const sent = digitsOf(text);
  return sent !== undefined && sameNumber(sent, digitsOf(String(Number(text))));
}

interface Digits {
  readonly sign: string;
  /** Without zeros at either end. */
  readonly digits: string;
  /** Of the last digit: 0 for ones, -2 for hundredths. */
  readonly place: number;
}

/** The same for `1.50`, `1.5` and `15e-1`. */
function digitsOf(text: string): Digits | undefined {
  if (text.length > LONGEST) return undefined;
  const [matched, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return { sign: '', digits: '', place: 0 };
  return { sign, digits: kept, place: Number(exponent) - fraction.length + digits.length - kept.length };
}

function sameNumber(a: Digits, b: Digits | undefined): boolean {
  return a.sign === b?.sign && a.digits === b.digits && a.place === b.place;
}
