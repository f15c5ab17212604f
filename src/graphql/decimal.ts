import { GraphQLError } from 'graphql';

/** A number as JSON writes it. */
const NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The number that a caller means by text or a number. Throws where it is none, or would lose a digit. */
export function decimalOf(given: unknown): number {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !NUMBER.test(text)) {
    throw new GraphQLError('Decimal must be a number, or one as text.');
  }
  const number = Number(text);
  if (digitsOf(text) !== digitsOf(String(number))) {
    throw new GraphQLError('Decimal has more digits than are kept.');
  }
  return number;
}

/** Sign, digits and place of the last digit: the same for `1.50`, `1.5` and `15e-1`. */
function digitsOf(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  const place = Number(exponent) - fraction.length + digits.length - kept.length;
  return `${sign}${kept}e${place}`;
}
