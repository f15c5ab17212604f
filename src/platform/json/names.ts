/** Bytes that a name takes up at least: the only key of an object. */
const BYTES_OF_NAME = 5;

interface NameCounter {
  /** Whether the names so far, this one included, are too many. */
  isTooMany(hash: number, weight: number): boolean;
}

/**
 * Counts the names of a text by their hashes, each time that they come, but for those that are among the first: these
 * are quickly found again. Undefined for a text that is too short to have too many.
 */
export function nameCounter(options: {
  bytes: number;
  most: number;
  known: number;
  mostWeight: number;
}): NameCounter | undefined {
  const { bytes, most, known, mostWeight } = options;
  if ((bytes / BYTES_OF_NAME) * mostWeight <= most) return undefined;
  // Not half of it is used, so that a free place is soon found.
  const mask = 2 ** Math.ceil(Math.log2(2 * known)) - 1;
  const places = new Int32Array(mask + 1);
  let free = known;
  let counted = 0;
  return {
    isTooMany(hash, weight) {
      const wanted = hash || 1;
      let at = (hash ^ (hash >>> 15)) & mask;
      while (places[at] !== 0) {
        if (places[at] === wanted) return false;
        at = (at + 1) & mask;
      }
      if (free > 0) {
        places[at] = wanted;
        free -= 1;
      }
      counted += weight;
      return counted > most;
    },
  };
}
