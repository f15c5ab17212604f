/** What a random number of a line and an hour is used for; each use has its own number. */
export const DRAWS = {
  volume: 1,
  price: 2,
  clickRate: 3,
  late: 5,
  heldBack: 6,
  clicks: 7,
  conversions: 8,
  moment: 9,
  delay: 10,
  value: 11,
  daily: 12,
  winRate: 13,
  views: 14,
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
