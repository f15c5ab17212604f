/** A query of `npm run bench:read`, in GraphQL or REST, and as the SQL that one would write by hand. */
export interface Question {
  /** Of several with the same letter, each has a number. */
  readonly key: 'A' | 'B' | 'C' | 'D' | 'E' | `F${number}`;
  readonly title: string;
  /** GraphQL, or the path of a REST call. */
  readonly call:
    | { readonly query: string; readonly variables: Record<string, unknown> }
    | { readonly path: string };
  /**
   * One statement that answers one row with one column, `data`. For a subscription, one row for each event after the
   * one whose ID is bound last.
   */
  readonly sql: string;
  /** Statements before it, in a transaction with it that is rolled back. */
  readonly dryRun?: readonly { readonly sql: string; readonly values: readonly unknown[] }[];
  readonly values: readonly unknown[];
}
