/** A part of a file, both ends inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the single range that a `Range` header requests. Anything else, including several ranges, is ignored, so that
 * the whole file is returned (RFC 9110, 14.2).
 * @returns 'unsatisfiable' if the range begins after the last byte
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(from);
  if (start >= bytes) return 'unsatisfiable';
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return end < start ? null : { start, end };
}
