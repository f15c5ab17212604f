const MAX_NAME = 150;

/**
 * Returns the `content-disposition` of a file that browsers save under a wanted name, without what file systems or
 * headers do not take, and in ASCII for older browsers.
 */
export function attachmentOf(wanted: string, otherwise: string): string {
  const name = wanted
    .replace(/[\p{C}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .slice(0, MAX_NAME)
    .trimEnd();
  if (name === '' || !name.isWellFormed()) return `attachment; filename="${otherwise}.csv"`;
  const ascii = name.replace(/[^\x20-\x7e]|[%;]/g, '_');
  const encoded = encodeURIComponent(`${name}.csv`).replace(
    /['()]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}.csv"; filename*=UTF-8''${encoded}`;
}
