interface Reading {
  /** What the clock shows. */
  readonly now: string;
  /** Seconds of it for each second. */
  readonly speed: number;
}

let clock = { shows: 0, readAt: 0, speed: 1 };

/** Takes what the clock of a sandbox showed when it was read; null where the service has no clock of its own. */
export function setServiceClock(reading: Reading | null | undefined, readAt: number): void {
  clock = reading
    ? { shows: Date.parse(reading.now), readAt, speed: reading.speed }
    : { shows: 0, readAt: 0, speed: 1 };
}

/** The time of the service in milliseconds: in a sandbox that of its clock, which decides what is today. */
export const serviceNow = (): number => clock.shows + (Date.now() - clock.readAt) * clock.speed;
