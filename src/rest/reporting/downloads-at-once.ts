import { UnavailableError } from '../../domain/errors.ts';

/** The maximum number of downloads that run at the same time in a process: of one report, of one seat, and in all. */
const MAX_OF_REPORT = 20;
const MAX_OF_SEAT = 50;
const MAX_IN_ALL = 200;

interface Source {
  readonly customerReportId: string;
  readonly seatId: number;
}

interface Closable {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Limits downloads: each holds parts of its file in memory until its client has read them. */
export class DownloadsAtOnce {
  readonly #running = new Map<string, number>();

  /** Counts a download until its response closes. Throws UnavailableError beyond the limits, or if it has closed. */
  begin({ customerReportId, seatId }: Source, response: Closable): void {
    // It was closed while its report was looked up, and will not close again.
    if (response.destroyed) throw new UnavailableError('The caller went away.');
    const limits = [
      [`report ${customerReportId}`, MAX_OF_REPORT],
      [`seat ${seatId}`, MAX_OF_SEAT],
      ['all', MAX_IN_ALL],
    ] as const;
    if (limits.some(([key, max]) => (this.#running.get(key) ?? 0) >= max))
      throw new UnavailableError('Too many report files are being downloaded at the moment.');
    for (const [key] of limits) this.#add(key, 1);
    response.once('close', () => {
      for (const [key] of limits) this.#add(key, -1);
    });
  }

  #add(key: string, change: 1 | -1): void {
    const running = (this.#running.get(key) ?? 0) + change;
    if (running > 0) this.#running.set(key, running);
    else this.#running.delete(key);
  }
}
