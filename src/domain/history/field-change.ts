/** A field of a change, as plain JSON. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The changes of one write. Everything except a queued report is added to the change history. */
export interface RecordedChange {
  /** The name of the type in GraphQL. */
  readonly resource: string;
  readonly id: number;
  readonly fields: readonly FieldChange[];
}
