import { number } from './format.ts';

interface Props {
  readonly page: {
    readonly hasNextPage: boolean;
    readonly endCursor?: string | null | undefined;
    readonly hasPreviousPage?: boolean;
    readonly startCursor?: string | null | undefined;
  };
  readonly total?: number;
  /** Where this page begins; undefined on the first. */
  readonly after: string | undefined;
  readonly onGo: (after: string | undefined) => void;
  /** Where a list can be read backwards: the page that ends before this cursor. */
  readonly onBack?: (before: string) => void;
}

/** Page by page forward, back to the first, and where the list can be read backwards, to the page before. */
export function Pager({ page, total, after, onGo, onBack }: Props) {
  if (!page.hasNextPage && after === undefined) return null;
  const start = page.hasPreviousPage ? page.startCursor : undefined;
  return (
    <nav className="pager" aria-label="Pagination">
      {total !== undefined && <span className="muted">{number(total)} total</span>}
      <button type="button" disabled={after === undefined} onClick={() => onGo(undefined)}>
        First
      </button>
      {onBack && (
        <button type="button" disabled={!start} onClick={() => start && onBack(start)}>
          Previous
        </button>
      )}
      <button type="button" disabled={!page.hasNextPage} onClick={() => onGo(page.endCursor ?? undefined)}>
        Next
      </button>
    </nav>
  );
}
