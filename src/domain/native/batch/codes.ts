/** Why an item of a batch is refused: for what was sent, unless one of the others. */
export type ItemCode = 'VALIDATION' | 'NOT_FOUND' | 'CONFLICT' | 'MISMATCHED_BID_CHANNEL';

/** Why one item of a batch was refused; an item has at most one, which says all its problems. */
export interface ItemError {
  /** Position in the batch. */
  readonly errIndex: number;
  readonly code: ItemCode;
  readonly message: string;
  readonly description: string;
}
