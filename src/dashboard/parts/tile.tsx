import { percent } from './format.ts';

interface Props {
  readonly name: string;
  readonly value: string;
  /** Now and in the range before, to compare. */
  readonly now: number;
  readonly before: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** A figure with what became of it; choosing it plots it. */
export function Tile({ name, value, now, before, isChosen, onChoose }: Props) {
  const change = before === 0 ? undefined : now / before - 1;
  const isEven = change === undefined || Math.abs(change) < 0.0005;
  const tone = isEven ? '' : change > 0 ? 'up' : 'down';
  return (
    <button type="button" className="tile" aria-pressed={isChosen} onClick={onChoose}>
      <span className="tile-name">{name}</span>
      <span className="tile-value">{value}</span>
      <span className={`tile-change ${tone}`}>
        {change === undefined ? 'No earlier data' : isEven ? 'No change' : percent(change, 1, 'exceptZero')}
        {change !== undefined && <span className="visually-hidden"> compared with the previous period</span>}
      </span>
    </button>
  );
}
