/** What the shared clock is set to; `anchoredAt` is a moment of the system's clock. */
export interface ClockSetting {
  readonly shows: Date;
  readonly anchoredAt: Date;
  /** Seconds of the sandbox in a second; 0 stands still. */
  readonly speed: number;
}

/** A fault that an operator set for a client, a path, or a client's calls to a path. */
export interface RegisteredFault {
  readonly id: number;
  readonly clientId: string | null;
  /** Prefix of the path. */
  readonly path: string | null;
  readonly fault: string;
}

/**
 * What a process knows of the sandbox that its database is. It is kept up to date by announcements, so that reading
 * the clock takes no statement.
 */
export class Sandbox {
  #clock: ClockSetting;
  #faults: readonly RegisteredFault[] = [];

  constructor(clock: ClockSetting) {
    this.#clock = clock;
  }

  now(): Date {
    return clockAt(this.#clock, Date.now());
  }

  get speed(): number {
    return this.#clock.speed;
  }

  get faults(): readonly RegisteredFault[] {
    return this.#faults;
  }

  take(known: { clock: ClockSetting; faults: readonly RegisteredFault[] }): void {
    this.#clock = known.clock;
    this.#faults = known.faults;
  }
}

/** @param at milliseconds of the system's clock */
function clockAt({ shows, anchoredAt, speed }: ClockSetting, at: number): Date {
  return new Date(shows.getTime() + (at - anchoredAt.getTime()) * speed);
}
