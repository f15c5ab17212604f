/** A line by the positions of its advertiser in the catalogue, of its campaign, and of itself. */
export interface Position {
  readonly index: number;
  readonly round: number;
  readonly at: number;
}

/** Where the demo differs from a seat on which everything runs as planned, so that there is something to find. */
export const STORIES = {
  /** Spend fell after the bid was lowered. */
  lowered: { index: 0, round: 1, at: 0 },
  /** The first flight is over, and the next one has not begun. */
  betweenFlights: { index: 5, round: 1, at: 0 },
  /** One ad of each of these lines costs money and sells nothing. */
  withoutConversions: [
    { index: 3, round: 0, at: 0 },
    { index: 6, round: 0, at: 0 },
  ],
  /** The lines of a paused campaign are active and do not deliver. */
  paused: { index: 9, round: 2 },
  /** A pixel whose events are refused for several reasons. */
  refused: { index: 6 },
} as const;

export const isAt = (story: Position, { index, round, at }: Position): boolean =>
  story.index === index && story.round === round && story.at === at;
