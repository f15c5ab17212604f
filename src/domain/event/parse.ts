/**
 * Matches a `gv` with more digits than a JavaScript number can represent, but not within a text, where its
 * quotes are escaped.
 */
const LONG_VALUE =
  /(?<!\\)"(gv|value)"(\s*:\s*)(?=[-\d.]{16,255}\s*[,}])(-?(?:0|[1-9]\d*)(?:\.\d+)?)(?=\s*[,}])/g;

/**
 * Parses the events of a request. A value that a number could not hold exactly is read as the decimal text it
 * was sent as, so that it keeps every digit. Throws SyntaxError.
 */
export function parseEvents(json: string): unknown {
  return JSON.parse(json.replace(LONG_VALUE, '"$1"$2"$3"'));
}
