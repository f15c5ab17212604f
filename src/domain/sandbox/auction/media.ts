/** The kinds of media that a line buys. */
export type Medium = 'DISPLAY' | 'VIDEO' | 'NATIVE';

/** What the model assumes of a medium. Prices are in US dollars per thousand impressions, in the United States. */
export interface MediumModel {
  /** Bid requests per day for each person who uses the Internet. */
  readonly requestsPerUser: number;
  /** The median of the price to beat, and the standard deviation of its logarithm. */
  readonly median: number;
  readonly spread: number;
  /** The lowest price that a publisher accepts. */
  readonly floor: number;
  /** Clicks per impression, conversions per click, and conversions per view where views count. */
  readonly clickRate: number;
  readonly conversionRate: number;
  readonly viewRate: number;
  /** Views to the end per impression, of videos. */
  readonly completionRate: number;
  /** The course of a day by local hour, and of a week from Monday, relative to each other. */
  readonly hours: readonly number[];
  readonly week: readonly number[];
}

/** Low at night, with peaks at noon and in the evening. */
const BROWSING = [3, 2, 2, 1, 1, 2, 3, 5, 7, 9, 10, 11, 12, 12, 11, 11, 12, 13, 14, 15, 14, 11, 8, 5];
/** Videos are watched in the evening. */
const WATCHING = [6, 4, 2, 1, 1, 1, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 10, 13, 17, 19, 19, 16, 10];

export const MEDIA: Readonly<Record<Medium, MediumModel>> = {
  DISPLAY: {
    requestsPerUser: 0.1,
    median: 1.4,
    spread: 0.7,
    floor: 0.1,
    clickRate: 0.0012,
    conversionRate: 0.015,
    viewRate: 0.00002,
    completionRate: 1,
    hours: BROWSING,
    week: [1.06, 1.07, 1.06, 1.05, 1, 0.88, 0.88],
  },
  VIDEO: {
    requestsPerUser: 0.03,
    median: 8,
    spread: 0.5,
    floor: 0.8,
    clickRate: 0.004,
    conversionRate: 0.008,
    viewRate: 0.00004,
    completionRate: 0.65,
    hours: WATCHING,
    week: [0.95, 0.94, 0.95, 0.97, 1.02, 1.1, 1.07],
  },
  NATIVE: {
    requestsPerUser: 0.08,
    median: 2,
    spread: 0.65,
    floor: 0.15,
    clickRate: 0.003,
    conversionRate: 0.012,
    viewRate: 0.00002,
    completionRate: 1,
    hours: BROWSING,
    week: [1.05, 1.05, 1.05, 1.04, 1.01, 0.9, 0.9],
  },
};

export const mediumOf = (mediaType: string | null | undefined): Medium =>
  mediaType === 'VIDEO' || mediaType === 'NATIVE' ? mediaType : 'DISPLAY';
