/** `Advertiser` → `an Advertiser`, for messages. */
export function withArticle(word: string): string {
  return `${/^[AEIOUaeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** `AdGroup` → `ad group`, for descriptions. */
export function spaced(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
