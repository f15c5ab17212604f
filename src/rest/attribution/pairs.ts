import type { Pairs } from '../../domain/events/conversion/rules.ts';
import { IntakeFault, MESSAGES } from '../intake/fault.ts';

/** Anything but printable ASCII: URL-encoded text contains no raw space, control character or non-ASCII byte. */
const UNENCODED = /[^\x21-\x7e]/;
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** More than the known parameters and the stored further ones together. */
const MAX_PAIRS = 100;

/**
 * Parses URL-encoded pairs. `text` has one character for each byte that was sent. Throws a "does not match specs" error
 * for a malformed escape, a raw space or a non-ASCII byte, and a "formatting error" for escapes that decode to invalid
 * UTF-8.
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
