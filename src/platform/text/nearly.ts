const withoutAt = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);

/** Returns whether a word begins as another, but for one letter that is wrong, missing, too many, or two that are swapped. */
export function isNearly(typed: string, word: string): boolean {
  if (word.length < typed.length - 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const swapped = (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2);
  return (
    word.startsWith(typed.slice(at + 1), at + 1) ||
    word.startsWith(withoutAt(typed, at)) ||
    withoutAt(word, at).startsWith(typed) ||
    word.startsWith(swapped, at)
  );
}
