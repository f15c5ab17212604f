/** The setting of the shared clock; `anchoredAt` is a time of the system's clock. */
export interface ClockSetting {
  readonly shows: Date;
  readonly anchoredAt: Date;
  /** Seconds of the sandbox per real second; 0 stops the clock. */
  readonly speed: number;
}

/** A fault that an operator registered for a client, a path, or a client's calls to a path. */
export interface RegisteredFault {
  readonly id: number;
  readonly clientId: string | null;
  /** A prefix of the path. */
  readonly path: string | null;
  readonly fault: string;
}

/**
 * This process's copy of the sandbox state. Announcements keep it up to date, so reading the clock needs no statement.
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
