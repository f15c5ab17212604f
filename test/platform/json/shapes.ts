/** JSON values that cost more than their size, for a body of about so many bytes; each exceeds a limit. */
export const COSTLY: Readonly<Record<string, (bytes: number) => string>> = {
  'nested lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'nested objects': (bytes) => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`,
  'just too deep': () => '['.repeat(65) + ']'.repeat(65),
  'deep and wide': (bytes) => list(bytes, () => '['.repeat(40) + ']'.repeat(40)),
  'empty lists': (bytes) => list(bytes, () => '[]'),
  'empty objects': (bytes) => list(bytes, () => '{}'),
  'small objects of different keys': (bytes) => list(bytes, (i) => `{"${i.toString(36)}":1}`),
  'small numbers': (bytes) => list(bytes, () => '1'),
  'short texts': (bytes) => list(bytes, (i) => `"${i.toString(36)}"`),
  'many keys': (bytes) => object(bytes / 12, (i) => `"${i}"`),
  'one key too many': () => object(1_001, (i) => `"k${i}"`),
  'many keys of escapes': (bytes) => object(bytes / 12, (i) => `"\\u0061${i}"`),
  'objects of 20 other keys each': (bytes) =>
    list(bytes, (i) => object(20, (j) => `"${(31 * i + 7 * j).toString(36)}"`)),
  'a thousand objects of 20 other keys, again and again': (bytes) =>
    list(bytes, (i) => object(20, (j) => `"${(31 * (i % 1_000) + 7 * j).toString(36)}"`)),
  'objects of one other key each, far apart': (bytes) =>
    list(bytes, (i) => `{"${i.toString(36)}":1}`.padEnd(48)),
  'objects of a thousand keys': (bytes) => list(bytes, () => object(1_000, (j) => `"${j.toString(36)}"`)),
  'texts of 10 characters': (bytes) => list(bytes, (i) => `"${i.toString(36).padStart(10, 'x')}"`),
  'one key many times': (bytes) => object(bytes / 6, () => '"a"'),
};

/** The same for numbers, which only matter if they are stored. */
export const COSTLY_NUMBERS: Readonly<Record<string, (bytes: number) => string>> = {
  'numbers beyond doubles': (bytes) => list(bytes, () => '1e999'),
  'numbers at the edge of doubles': (bytes) => list(bytes, () => '1e-300'),
  'integers of many digits': (bytes) => list(bytes, () => '12345678901234567891'),
};

/** What costs no more than its size, whatever it looks like. */
export const CHEAP: Readonly<Record<string, (bytes: number) => string>> = {
  'doubles as programs print them': (bytes) => list(bytes, (i) => String(i / 7)),
  'one long number': (bytes) => '1'.repeat(bytes),
  'numbers of a thousand digits': (bytes) => list(bytes, () => `0.${'3'.repeat(1000)}`),
  'texts of 16 characters': (bytes) => list(bytes, (i) => `"${String(i).padStart(16, 'x')}"`),
  'texts of 10 escapes': (bytes) => list(bytes, (i) => `"${String(1e9 + i).replace(/./g, '\\u003$&')}"`),
  escapes: (bytes) => `"${'\\u0061'.repeat(bytes / 6)}"`,
  'quotes in text': (bytes) => `"${'\\"'.repeat(bytes / 2)}"`,
  'white space': (bytes) => `[${' '.repeat(bytes)}]`,
};

function list(bytes: number, entry: (index: number) => string): string {
  const entries: string[] = [];
  for (let size = 0; size < bytes; size += (entries.at(-1)?.length ?? 0) + 1)
    entries.push(entry(entries.length));
  return `[${entries.join(',')}]`;
}

const object = (keys: number, key: (index: number) => string): string =>
  `{${Array.from({ length: keys }, (_, index) => `${key(index)}:1`).join(',')}}`;
