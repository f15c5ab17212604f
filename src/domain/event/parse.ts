import { randomUUID } from 'node:crypto';

/**
 * Matches a `gv` with more digits than a JavaScript number can represent, but not within a text, where its
 * quotes are escaped.
 */
const LONG_VALUE =
  /(?<!\\)"(gv|value)"(\s*:\s*)(?=[-\d.]{16,255}\s*[,}])(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?=\s*[,}])/g;
/** Marks digits that were turned into text. Callers cannot guess it. */
const MARK = randomUUID();

/**
 * Parses the events of a request. The `gv` or `value` of an event that a number cannot represent exactly is read as
 * the decimal text it was sent as, so that it keeps every digit. Throws SyntaxError.
 */
export function parseEvents(json: string): unknown {
  const marked = json.replace(LONG_VALUE, `"$1"$2"${MARK}$3"`);
  const events: unknown = JSON.parse(marked);
  return marked === json ? events : unmarked(events, []);
}

/** A field of the same name elsewhere, such as in `user_defined`, becomes a number again. */
function unmarked(value: unknown, path: readonly string[]): unknown {
  if (typeof value === 'string' && value.startsWith(MARK)) {
    const digits = value.slice(MARK.length);
    return path.length === 3 && path[1] === 'custom_data' ? digits : Number(digits);
  }
  if (typeof value !== 'object' || value === null) return value;
  for (const [name, part] of Object.entries(value)) {
    const own = unmarked(part, [...path, name]);
    if (own !== part) Reflect.set(value, name, own);
  }
  return value;
}
