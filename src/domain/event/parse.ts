import { isJsonNumber } from '../exact-number.ts';
import { type JsonPlace, scanJson } from '../json/scan.ts';
import { VALUES } from './fields.ts';

const NAMES = Object.keys(VALUES);
const QUOTE = Buffer.from('"');
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of an event: `[{"custom_data": {"gv": …`. */
const isValue = (place: JsonPlace): boolean =>
  place.depth === 3 && place.isKey(2, 'custom_data') && NAMES.some((name) => place.isKey(3, name));

/**
 * Parses the events of a request. The `gv` or `value` of an event that a number cannot represent exactly is read as
 * the decimal text it was sent as, so that it keeps every digit. Throws SyntaxError.
 */
export function parseEvents(body: Buffer): { events: unknown; json: string } {
  const { problem, longNumbers } = scanJson(body, { wanted: isValue });
  if (problem !== undefined) throw new SyntaxError(`The body ${problem}.`);
  const json = utf8.decode(body);
  const quoted = longNumbers.length === 0 ? json : utf8.decode(quoteNumbers(body, longNumbers));
  return { events: JSON.parse(quoted), json };
}

/** What has an exponent is not a value that is kept digit by digit, and stays a number. */
function quoteNumbers(body: Buffer, places: readonly number[]): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  for (let i = 0; i < places.length; i += 2) {
    const [start = 0, end = 0] = [places[i], places[i + 1]];
    const length = end - start;
    if (length > VALUES.gv.most) continue;
    const digits = body.toString('latin1', start, end);
    if (!isJsonNumber(digits) || /e/i.test(digits)) continue;
    parts.push(body.subarray(copied, start), QUOTE, body.subarray(start, end), QUOTE);
    copied = end;
  }
  parts.push(body.subarray(copied));
  return Buffer.concat(parts);
}
