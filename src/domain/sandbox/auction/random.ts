/** What a random number is used for; each use has its own number. */
export const DRAWS = {
  supply: 1,
  tie: 2,
  wins: 3,
  creative: 4,
  late: 5,
  heldBack: 6,
  clicks: 7,
  conversions: 8,
  moment: 9,
  delay: 10,
  value: 11,
  daily: 12,
  day: 13,
  views: 14,
  countries: 15,
} as const;

/** From 0 to 1 (exclusive), the same for the same numbers: that makes simulated delivery repeatable. */
export function random(seed: number, draw: number, a: number, b = 0): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(draw, 0x27d4eb2f);
  mixed = stir(mixed ^ Math.imul(a, 0xc2b2ae35));
  mixed = stir(mixed ^ Math.imul(b ^ (b / 0x100000000), 0x165667b1));
  return (mixed >>> 0) / 4_294_967_296;
}

function stir(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  const more = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return more ^ (more >>> 15);
}

/** Returns from a normal distribution with mean 0 and deviation 1, for a number from 0 to 1 (Tukey's lambda). */
export const normalAt = (chance: number): number =>
  4.91 * (Math.max(chance, 1e-9) ** 0.14 - (1 - chance) ** 0.14);

/** Returns a count that varies around its mean as independent events do (Poisson), for a number from 0 to 1. */
export function countAt(mean: number, chance: number): number {
  if (mean > 30) return Math.max(Math.round(mean + Math.sqrt(mean) * normalAt(chance)), 0);
  let term = Math.exp(-mean);
  let sum = term;
  let count = 0;
  while (chance > sum && count < 200) {
    count += 1;
    term *= mean / count;
    sum += term;
  }
  return count;
}
