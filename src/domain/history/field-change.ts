/** One field of a change, as plain JSON. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What one write changes; all but a queued report goes into the change history. */
export interface RecordedChange {
  /** Type name in GraphQL. */
  readonly resource: string;
  readonly id: number;
  readonly fields: readonly FieldChange[];
}
