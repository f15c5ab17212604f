const MAX_NAME = 150;

/**
 * Returns the `content-disposition` of a CSV file that browsers save as `title`, without characters that file systems
 * or headers do not allow, and in ASCII for older browsers. `fallback` is the name if nothing of the title remains.
 */
export function attachmentOf(title: string, fallback: string): string {
  const name = title
    .replace(/[\p{C}/\\:*?"<>|]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
    .slice(0, MAX_NAME)
    .trimEnd();
  if (name === '' || !name.isWellFormed()) return `attachment; filename="${fallback}.csv"`;
  const ascii = name.replace(/[^\x20-\x7e]|[%;]/g, '_');
  const encoded = encodeURIComponent(`${name}.csv`).replace(
    /['()]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}.csv"; filename*=UTF-8''${encoded}`;
}
