import { Link } from '@tanstack/react-router';
import { number } from '../../../parts/format.ts';
import type { ListSearch } from '../search.ts';
import type { StoppedLines } from '../stopped.ts';

interface Props {
  readonly count: number;
  /** Active lines that do not deliver; undefined where there are too many to count. */
  readonly stopped: StoppedLines | undefined;
  /** The global ID of their owner. */
  readonly owner: string;
  /** Whose lines they are, in the address of the list of lines. */
  readonly of: ListSearch;
}

/** How many lines there are, and how many of them do not deliver: a link to these. */
export function LineCounts({ count, stopped, owner, of }: Props) {
  const blocked = stopped?.stopped.get(owner) ?? 0;
  const ofDay = stopped?.untilTomorrow.get(owner) ?? 0;
  return (
    <>
      <Link to="/lines" search={of}>
        {number(count)}
      </Link>
      {blocked > 0 && (
        <Link to="/lines" search={{ ...of, delivery: 'STOPPED' }} className="cell-note warned">
          {number(blocked)} stopped
        </Link>
      )}
      {ofDay > 0 && (
        <Link to="/lines" search={{ ...of, delivery: 'STOP_DAILY_BUDGET' }} className="cell-note">
          {number(ofDay)} until tomorrow
        </Link>
      )}
    </>
  );
}
