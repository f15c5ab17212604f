import { GraphQLError } from 'graphql';
import { InexactNumber, isHeld, isJsonNumber } from '../../../platform/json/exact-number.ts';

/** Converts a string or number to a number. Throws if it is not a number or would lose a digit. */
export function decimalOf(given: unknown): number {
  const text =
    given instanceof InexactNumber ? given.text : typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !isJsonNumber(text))
    throw new GraphQLError('Decimal must be a number or a string that contains a number.');
  if (!isHeld(text)) throw new GraphQLError('Decimal has more digits than can be stored.');
  return Number(text);
}
