import { number } from './format.ts';

interface Props {
  readonly page: {
    readonly hasNextPage: boolean;
    readonly endCursor?: string | null | undefined;
  };
  readonly total?: number;
  /** Where this page begins; undefined on the first. */
  readonly after: string | undefined;
  readonly onGo: (after: string | undefined) => void;
}

/** Forward page by page, and back to the first; the browser's own Back leads to the page before. */
export function Pager({ page, total, after, onGo }: Props) {
  if (!page.hasNextPage && after === undefined) return null;
  return (
    <nav className="pager" aria-label="Pagination">
      {total !== undefined && <span className="muted">{number(total)} total</span>}
      <button type="button" disabled={after === undefined} onClick={() => onGo(undefined)}>
        First
      </button>
      <button type="button" disabled={!page.hasNextPage} onClick={() => onGo(page.endCursor ?? undefined)}>
        Next
      </button>
    </nav>
  );
}
