import { createReadStream } from 'node:fs';

/** The longest line or record of a file that is loaded, in characters. */
export const MAX_RECORD = 1 << 20;
/** The most columns of such a file. */
export const MAX_COLUMNS = 1_000;

/** The lines of a text file; ends with undefined in place of a line that is too long. */
export async function* boundedLines(file: string): AsyncGenerator<string | undefined> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
    if (rest.length > MAX_RECORD) return yield undefined;
  }
  if (rest !== '') yield rest;
}
