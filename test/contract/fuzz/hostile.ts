import type { Random } from './random.ts';

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Hostile values; `1e999` is written as a number that is too large for JSON parsers. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '👩‍👩‍👧‍👦'.repeat(30),
  'z'.repeat(300),
  'z'.repeat(20_000),
  "'; DROP TABLE line; --",
  '%27%20OR%201=1',
  '%',
  '_%\\',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>',
  '١٢٣',
  0,
  -1,
  -0,
  0.1 + 0.2,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  '1e999',
  'NaN',
  'Infinity',
  '99999999999999999999999999',
  '2026-02-30T00:00:00Z',
  '0000-00-00',
  '+275760-09-13T00:00:00Z',
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {}}}'),
  nested(30),
  nested(400),
  Array.from({ length: 600 }, (_, n) => n),
];

/** The value with one to three places of it made hostile: replaced, added or taken away. */
export function spoil(random: Random, value: unknown): unknown {
  let spoiled = value;
  for (let times = 1 + random.below(3); times > 0; times -= 1) spoiled = spoilOnce(random, spoiled);
  return spoiled;
}

function spoilOnce(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length);
    return value.map((item, index) => (index === at ? spoilOnce(random, item) : item));
  }
  if (typeof value !== 'object' || value === null || random.chance(0.08)) return random.pick(HOSTILE);
  const names = Object.keys(value);
  const name = random.pick(names);
  if (name === undefined || random.chance(0.1))
    return { ...value, [String(random.pick(HOSTILE))]: random.pick(HOSTILE) };
  if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return { ...value, [name]: spoilOnce(random, (value as Record<string, unknown>)[name]) };
}

/** Text in the place of a path's or query's part: escapes that decode, and some that do not. */
export function hostileText(random: Random): string {
  const value = random.pick(HOSTILE);
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (random.chance(0.05)) return '%ZZ';
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, 3000)) : '%ED%A0%80';
}
