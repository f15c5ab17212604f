/** What the model knows of a country. */
export interface Market {
  /** People who use the Internet, in millions. */
  readonly users: number;
  /** The level of prices, relative to the United States. */
  readonly price: number;
  /** The offset of its clocks from UTC, in hours: one for a country, without daylight saving time. */
  readonly utc: number;
}

/** A country that is not listed. */
const OTHER: Market = { users: 2, price: 0.35, utc: 0 };

/** By ISO 3166 alpha-2 code: users, price, offset. */
const MARKETS: Readonly<Record<string, readonly [users: number, price: number, utc: number]>> = {
  AE: [9.4, 0.7, 4],
  AR: [41, 0.3, -3],
  AT: [8.6, 0.75, 1],
  AU: [25, 0.95, 10],
  BD: [77, 0.12, 6],
  BE: [11, 0.75, 1],
  BR: [181, 0.35, -3],
  CA: [37, 0.9, -5],
  CH: [8.5, 0.95, 1],
  CL: [18, 0.35, -4],
  CN: [1090, 0.4, 8],
  CO: [40, 0.28, -5],
  CZ: [9.3, 0.45, 1],
  DE: [78, 0.8, 1],
  DK: [5.8, 0.85, 1],
  EG: [82, 0.15, 2],
  ES: [45, 0.6, 1],
  FI: [5.2, 0.75, 2],
  FR: [59, 0.7, 1],
  GB: [66, 0.9, 0],
  GR: [8.8, 0.4, 2],
  HK: [7.2, 0.7, 8],
  HU: [8.8, 0.35, 1],
  ID: [192, 0.2, 7],
  IE: [5, 0.8, 0],
  IL: [8.5, 0.65, 2],
  IN: [790, 0.18, 5],
  IT: [51, 0.6, 1],
  JP: [106, 0.8, 9],
  KE: [22, 0.15, 3],
  KR: [50, 0.7, 9],
  MX: [105, 0.32, -6],
  MY: [33, 0.28, 8],
  NG: [80, 0.15, 1],
  NL: [17, 0.8, 1],
  NO: [5.4, 0.9, 1],
  NZ: [4.9, 0.8, 12],
  PE: [27, 0.25, -5],
  PH: [85, 0.2, 8],
  PK: [68, 0.12, 5],
  PL: [33, 0.45, 1],
  PT: [9, 0.5, 0],
  RO: [17, 0.35, 2],
  RU: [132, 0.3, 3],
  SA: [36, 0.55, 3],
  SE: [10, 0.85, 1],
  SG: [5.6, 0.8, 8],
  TH: [63, 0.25, 7],
  TR: [74, 0.25, 3],
  TW: [22, 0.55, 8],
  UA: [30, 0.2, 2],
  US: [312, 1, -6],
  VN: [77, 0.2, 7],
  ZA: [46, 0.3, 2],
};

export function marketOf(country: string): Market {
  const known = MARKETS[country];
  if (!known) return OTHER;
  const [users, price, utc] = known;
  return { users, price, utc };
}
