/** A field of a change, as plain JSON. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  /**
   * If `before` and `after` hold only what differs: of a list the items that were removed and added, whose places in the
   * list before and after these are; of an object the keys that differ.
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
