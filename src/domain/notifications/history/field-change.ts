/** A field of a change, as plain JSON. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /**
   * Set if `before` and `after` contain only what differs. For a list these are the removed and added items, with their
   * positions in the list before and after; for an object, the keys that differ.
   */
  readonly partial?: { readonly removed?: readonly number[]; readonly added?: readonly number[] };
}

/** The changes of one write. Everything except a queued report is added to the change history. */
export interface RecordedChange {
  /** The name of the type in GraphQL. */
  readonly resource: string;
  readonly id: number;
  readonly fields: readonly FieldChange[];
}
