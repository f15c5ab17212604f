/** Returns the word with its article, for messages: `Advertiser` → `an Advertiser`. */
export function withArticle(word: string): string {
  return `${/^[AEIOUaeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** Returns the name as words, for descriptions: `AdGroup` → `ad group`. */
export function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
