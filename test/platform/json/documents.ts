import type { seeded } from '../../attacks/attack.ts';

type Random = ReturnType<typeof seeded>;

/** A random document of so many levels. */
export function documentOf(random: Random, depth: number): string {
  const { integer, pick } = random;
  const space = () => pick(['', '', ' ', '\n\t']);
  const text = () =>
    JSON.stringify(
      Array.from({ length: integer(4) }, () =>
        pick(['"', '\\', ':', '{', ']', '1e5', 'é', '\u0001', '🙂']),
      ).join(''),
    );
  const digits = (most: number) => Array.from({ length: integer(most) }, () => integer(10)).join('');
  const number = () =>
    pick(['', '-']) +
    pick(['0', `${1 + integer(9)}${digits(20)}`]) +
    pick(['', '', `.${digits(24)}${integer(10)}`]) +
    pick(['', '', '', `${pick(['e', 'E'])}${pick(['', '+', '-'])}${integer(400)}`]);
  const value = (): string =>
    depth === 0 ? pick([number, number, text, () => 'null'])() : documentOf(random, depth - 1);
  const parts = Array.from({ length: integer(5) }, () => value());
  if (integer(2) === 0) return `[${space()}${parts.join(`${space()},${space()}`)}]`;
  return `{${parts.map((part, i) => `${space()}${JSON.stringify(`${i}${text()}`)}${space()}:${space()}${part}`).join(',')}}`;
}

/** The same with a character put into it, or taken out. */
export function brokenOf({ integer, pick }: Random, json: string): string {
  const at = integer(json.length);
  return json.slice(0, at) + pick(['"', '\\', '1', '-', '{', ']', ':', 'e', '']) + json.slice(at + 1);
}
