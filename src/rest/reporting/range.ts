/** A part of a file, both ends inclusive. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one range that a `Range` header asks for. Anything else, including several ranges, is
 * answered whole (RFC 9110, 14.2). @returns 'unsatisfiable' when it begins behind the last byte
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
