import type { Option } from './option.ts';

/** A word of this length may have one letter wrong, missing, too many, or two of them swapped. */
const MIN_FORGIVEN = 5;

const withoutAt = (text: string, at: number) => text.slice(0, at) + text.slice(at + 1);

/** Whether one letter makes the difference, up to the end of what was typed. */
function isNearly(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const rest = (text: string, from: number) => text.slice(from);
  const swapped = (typed[at + 1] ?? '') + (typed[at] ?? '') + rest(typed, at + 2);
  return (
    word.startsWith(rest(typed, at + 1), at + 1) ||
    word.startsWith(withoutAt(typed, at)) ||
    withoutAt(word, at).startsWith(typed) ||
    word.startsWith(swapped, at)
  );
}

/** Whether a name has a word that was typed, or one that is nearly it. */
function has(name: string, typed: string): boolean {
  if (name.includes(typed)) return true;
  return typed.length >= MIN_FORGIVEN && name.split(/[^\p{L}\p{N}]+/u).some((word) => isNearly(typed, word));
}

/** The commands that have all words, in any order; without a word all of them. */
export function commandsFor(text: string, all: readonly Option[]): readonly Option[] {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ name, words = '' }) => {
    const known = `${name} ${words}`.toLowerCase();
    return asked.every((word) => has(known, word));
  });
}

/** Whether a command is called exactly so: whoever types `lines` wants the page before anything of that name. */
export const isCalled = ({ name }: Option, text: string): boolean =>
  name.toLowerCase() === text.trim().toLowerCase();
