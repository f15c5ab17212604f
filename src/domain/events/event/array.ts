import type { RequestKey } from '../intake/request-key.ts';
import type { CheckedEvent } from './row.ts';

/** The validated events of one request, to be stored. */
export interface EventArray {
  readonly receiptId: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly pixelId: number;
  readonly events: readonly CheckedEvent[];
  /** The indexes of the events in the array as it was sent, if test events were taken out of it. */
  readonly positions?: readonly number[] | undefined;
  /** The size of the array as it was sent. */
  readonly bytes: number;
  readonly key: RequestKey | undefined;
  /** Whether it was already counted, so that a retried group is not counted twice. */
  isAdmitted: boolean;
}

/** The outcome. `limit` is the advertiser's number of events per second. */
export type Stored =
  | { readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'CONFLICT' }
  | { readonly outcome: 'RATE_LIMITED'; readonly limit: number };
