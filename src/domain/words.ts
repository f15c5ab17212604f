/** `Advertiser` → `an Advertiser`, for messages. */
export function withArticle(word: string): string {
  return `${/^[AEIOUaeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
