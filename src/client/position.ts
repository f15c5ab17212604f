const HEADER = 'flightline-position';
const LIFETIME_MS = 60_000;

/** By both parts of `16/B374D848`. Whatever is no position is behind all. */
const rankOf = (text: string): string =>
  text
    .split('/')
    .map((part) => part.padStart(8, '0'))
    .join('');

/** How far a replica of the service has to be to answer this client: as far as its last write. */
export class Position {
  readonly #now: () => number;
  #text = '';
  #until = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  note({ headers }: Response): void {
    const text = headers.get(HEADER);
    // Answers of concurrent writes come in any order.
    if (text === null || (this.#until > this.#now() && rankOf(text) < rankOf(this.#text))) return;
    this.#text = text;
    this.#until = this.#now() + LIFETIME_MS;
  }

  get headers(): Record<string, string> {
    return this.#until > this.#now() ? { [HEADER]: this.#text } : {};
  }
}
