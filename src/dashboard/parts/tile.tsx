import { percent } from './format.ts';

interface Props {
  readonly name: string;
  readonly value: string;
  /** Now and in the range before, to compare. */
  readonly now: number;
  readonly before: number;
  /** The range is not over, so that it has less than the whole range before. */
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Changes below this are not coloured: they say nothing. */
const TELLING = 0.005;

function told(change: number | undefined): string {
  if (change === undefined) return 'No earlier data';
  return Math.abs(change) < 0.0005 ? 'No change' : percent(change, 1, 'exceptZero');
}

/** A figure with what became of it; choosing it plots it. */
export function Tile({ name, value, now, before, isOpen, isChosen, onChoose }: Props) {
  const change = before === 0 ? undefined : now / before - 1;
  const isTold = change !== undefined && !isOpen;
  const tone = !isTold || Math.abs(change) < TELLING ? '' : change > 0 ? 'up' : 'down';
  return (
    <button type="button" className="tile" aria-pressed={isChosen} onClick={onChoose}>
      <span className="tile-name">{name}</span>
      <span className="tile-value">{value}</span>
      <span className={`tile-change ${tone}`}>
        {isOpen ? 'Not over yet' : told(change)}
        {isTold && <span className="visually-hidden"> compared with the previous period</span>}
      </span>
    </button>
  );
}
