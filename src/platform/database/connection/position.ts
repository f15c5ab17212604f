/**
 * Parses a position in the write-ahead log in PostgreSQL's format, such as `16/B374D848`. Returns undefined
 * for any other text.
 */
export function parsePosition(text: string): bigint | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : undefined;
}
