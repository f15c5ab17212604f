import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const STARTS = [
  'b',
  'br',
  'c',
  'ch',
  'd',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  'st',
  't',
  'v',
  'w',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const CODAS = ['', '', '', 'n', 'r', 'l', 's', 't', 'm', 'nd', 'rt', 'ck'];
const ENDS = ['', '', '', '', 'ton', 'ville', 'burg', 'ford', 'field'];

/** Synthetic locations in the format of the `woeid` list: names made of syllables, no place on Earth. */
export async function writeGazetteer(file: string, rows: number): Promise<string[]> {
  const out = createWriteStream(file);
  const names: string[] = [];
  out.write('woeid,parentWoeid,type,name,countryCode,code\n1,,World,World,,\n');
  for (let woeid = 2; woeid <= rows; woeid += 1) {
    const name = random(3) === 0 ? `${word()} ${word()}` : word();
    if (woeid % 1000 === 0) names.push(name);
    if (!out.write(`${woeid},1,${random(4) === 0 ? 'DMA' : 'Town'},${name},US,\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return names;
}

/** The name with one slip: a letter dropped, doubled, changed or swapped with its neighbour. */
export function misspelt(name: string): string {
  const at = random(name.length - 1);
  const [before, here, next, after] = [name.slice(0, at), name[at], name[at + 1] ?? '', name.slice(at + 2)];
  return [
    `${before}${next}${after}`,
    `${before}${here}${here}${next}${after}`,
    `${before}e${next}${after}`,
    `${before}${next}${here}${after}`,
  ][random(4)] as string;
}

function word(): string {
  let text = '';
  for (let syllable = 0; syllable < 2 + random(2); syllable += 1)
    text += pick(STARTS) + pick(VOWELS) + pick(CODAS);
  text += pick(ENDS);
  return text[0]?.toUpperCase() + text.slice(1);
}

const pick = (parts: readonly string[]): string => parts[random(parts.length)] ?? '';

let state = 1;
/** The same numbers in every run (mulberry32). */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
}
