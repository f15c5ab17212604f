/** Numbers from a fixed seed (mulberry32), so that every run tries the same cases. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    some: <T>(items: readonly T[], share: number): T[] => items.filter(() => next() < share),
  };
}
