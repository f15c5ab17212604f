import { createReadStream } from 'node:fs';

/** The maximum length of a line or record of a loaded file, in characters. */
export const MAX_RECORD = 1 << 20;
/** The maximum number of columns of such a file. */
export const MAX_COLUMNS = 1_000;

/**
 * Yields the lines of a text file, or of a stream of text. Yields undefined for a line that is too long, and ends.
 */
export async function* boundedLines(
  file: string | AsyncIterable<string>,
): AsyncGenerator<string | undefined> {
  let rest = '';
  for await (const chunk of typeof file === 'string' ? createReadStream(file, 'utf8') : file) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
    if (rest.length > MAX_RECORD) return yield undefined;
  }
  if (rest !== '') yield rest;
}
