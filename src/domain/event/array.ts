import type { RequestKey } from '../intake/request-key.ts';

/** One request's events on their way into the database; they have passed the rules. */
export interface EventArray {
  readonly receiptId: string;
  readonly receivedAt: Date;
  readonly clientId: string;
  readonly seatId: number;
  readonly advertiserId: number;
  readonly pixelId: number;
  readonly events: readonly unknown[];
  /** Of the array as it was sent. */
  readonly bytes: number;
  readonly key: RequestKey | undefined;
  /** Counted already: a group that is tried again counts nothing twice. */
  isAdmitted: boolean;
}

/** What became of it; `limit` is the advertiser's events per second. */
export type Stored =
  | { readonly outcome: 'ACCEPTED' | 'DUPLICATE' | 'CONFLICT' }
  | { readonly outcome: 'RATE_LIMITED'; readonly limit: number };
