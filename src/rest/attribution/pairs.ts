import type { Pairs } from '../../domain/events/conversion/rules.ts';
import { IntakeFault, MESSAGES } from '../intake/fault.ts';

/** Anything but printable ASCII: what is URL-encoded has no raw space, control or foreign byte. */
const UNENCODED = /[^\x21-\x7e]/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** The known parameters and the further ones that are stored come to fewer. */
const MAX_PAIRS = 100;

/**
 * Reads URL-encoded pairs. `text` has one character for each byte that was sent. A malformed escape, a raw space
 * or a non-ASCII byte "does not match specs"; escapes that decode to invalid UTF-8 are a "formatting error".
 */
export function parsePairs(text: string): Pairs {
  if (UNENCODED.test(text) || STRAY_PERCENT.test(text)) throw new IntakeFault(MESSAGES.specs);
  const pairs = text.split('&', MAX_PAIRS + 1);
  if (pairs.length > MAX_PAIRS) throw new IntakeFault(MESSAGES.specs, { errors: [TOO_MANY] });
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [decode(pair), '']
        : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    });
}

const TOO_MANY = { index: -1, field: '', reason: `must have at most ${MAX_PAIRS} parameters` };

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new IntakeFault(MESSAGES.formatting);
  }
}
