/** The fields that every connection of the schema has. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/**
 * Iterates over the nodes of all pages of a connection, fetching one page at a time. `fetchPage` receives the
 * cursor after which to continue, or none for the first page. A connection that is null is empty.
 */
export async function* nodesOf<Node>(
  fetchPage: (after: string | undefined) => Promise<Connection<Node> | null | undefined>,
): AsyncGenerator<Node> {
  let after: string | undefined;
  for (;;) {
    const page = await fetchPage(after);
    if (!page) return;
    yield* page.nodes;
    const { hasNextPage, endCursor } = page.pageInfo;
    if (!hasNextPage || endCursor == null) return;
    after = endCursor;
  }
}
