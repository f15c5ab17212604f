import type { EventEmitter } from 'node:events';
import { UnavailableError } from '../../domain/errors.ts';

/** The maximum number of downloads that run at the same time in a process: of one report, and in all. */
const MAX_OF_REPORT = 20;
const MAX_IN_ALL = 200;

/** Limits downloads: each holds parts of its file in memory until its client has read them. */
export class DownloadsAtOnce {
  readonly #ofReports = new Map<string, number>();
  #inAll = 0;

  /** Counts a download until its response closes. Throws UnavailableError beyond the limits. */
  begin(customerReportId: string, response: Pick<EventEmitter, 'once'>): void {
    const running = this.#ofReports.get(customerReportId) ?? 0;
    if (running >= MAX_OF_REPORT || this.#inAll >= MAX_IN_ALL)
      throw new UnavailableError('Too many report files are being downloaded at the moment.');
    this.#add(customerReportId, 1);
    response.once('close', () => this.#add(customerReportId, -1));
  }

  #add(customerReportId: string, change: 1 | -1): void {
    const running = (this.#ofReports.get(customerReportId) ?? 0) + change;
    if (running > 0) this.#ofReports.set(customerReportId, running);
    else this.#ofReports.delete(customerReportId);
    this.#inAll += change;
  }
}
