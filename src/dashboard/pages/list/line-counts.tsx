import { Link } from '@tanstack/react-router';
import { number } from '../../parts/format.ts';
import type { ListSearch } from './search.ts';

interface Props {
  readonly count: number;
  /** Those that are active and cannot deliver. */
  readonly stopped: number | undefined;
  /** Whose lines they are, in the address of the list of lines. */
  readonly of: ListSearch;
}

/** How many lines there are, and how many of them do not deliver: a link to these. */
export function LineCounts({ count, stopped = 0, of }: Props) {
  return (
    <>
      <Link to="/lines" search={of}>
        {number(count)}
      </Link>
      {stopped > 0 && (
        <Link to="/lines" search={{ ...of, delivery: 'STOPPED' }} className="cell-note warned">
          {number(stopped)} stopped
        </Link>
      )}
    </>
  );
}
