/**
 * Selects the primary's `position`, which is not before any commit that is visible. With `synchronous_commit = off`
 * commits are visible before their records are written, so that the written position would be too early.
 */
export const CURRENT_POSITION = `SELECT (CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_lsn() END)::text AS position`;

/**
 * Parses a position in the write-ahead log in PostgreSQL's format, such as `16/B374D848`. Returns undefined
 * for any other text.
 */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : undefined;
}
