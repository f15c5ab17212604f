import type { Option } from './option.ts';

/** The commands that have all words, in any order; without a word all of them. */
export function commandsFor(text: string, all: readonly Option[]): readonly Option[] {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ name }) => asked.every((word) => name.toLowerCase().includes(word)));
}

/** Whether a command is called exactly so: whoever types `lines` wants the page before anything of that name. */
export const isCalled = ({ name }: Option, text: string): boolean =>
  name.toLowerCase() === text.trim().toLowerCase();
