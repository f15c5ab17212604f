/**
 * Returns whether the client has the current version. Tags are compared weakly, as for every GET (RFC 9110,
 * 13.1.2).
 */
export function matchesETag(ifNoneMatch: string | undefined, tag: string): boolean {
  const strong = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch?.split(',').some((one) => ['*', strong(tag)].includes(strong(one))) ?? false;
}
