/** The least number of bytes that a name takes: as the only key of an object. */
const BYTES_OF_NAME = 5;

interface NameCounter {
  /** Returns whether the names so far, including this one, exceed the limit. */
  isTooMany(hash: number, weight: number): boolean;
}

/**
 * Counts the names of a text by hash, each time they occur, except those that are among the first `known`
 * names, which are cheap to look up. Returns undefined if the text is too short to exceed the limit.
 */
export function nameCounter(options: {
  bytes: number;
  most: number;
  known: number;
  maxWeight: number;
}): NameCounter | undefined {
  const { bytes, most, known, maxWeight } = options;
  if ((bytes / BYTES_OF_NAME) * maxWeight <= most) return undefined;
  // At most half of the table is used, so that a free slot is found quickly.
  const mask = 2 ** Math.ceil(Math.log2(2 * known)) - 1;
  const slots = new Int32Array(mask + 1);
  let free = known;
  let counted = 0;
  return {
    isTooMany(hash, weight) {
      const nonZeroHash = hash || 1;
      let at = (hash ^ (hash >>> 15)) & mask;
      while (slots[at] !== 0) {
        if (slots[at] === nonZeroHash) return false;
        at = (at + 1) & mask;
      }
      if (free > 0) {
        slots[at] = nonZeroHash;
        free -= 1;
      }
      counted += weight;
      return counted > most;
    },
  };
}
