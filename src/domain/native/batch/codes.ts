/** Why an item of a batch is refused; VALIDATION unless one of the other codes applies. */
export type ItemCode = 'VALIDATION' | 'NOT_FOUND' | 'CONFLICT' | 'MISMATCHED_BID_CHANNEL';

/** Why one item of a batch was refused. An item has at most one error, which describes all its problems. */
export interface ItemError {
  /** Position in the batch. */
  readonly errIndex: number;
  readonly code: ItemCode;
  readonly message: string;
  readonly description: string;
}
