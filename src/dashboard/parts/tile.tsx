import type { ReactNode } from 'react';
import { changeText } from './format.ts';

interface Props {
  readonly name: string;
  readonly value: ReactNode;
  /** What became of the figure. */
  readonly change: ReactNode;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Changes below this are not coloured: they say nothing. */
const TELLING = 0.005;

/** A figure with what became of it; choosing it plots it. */
export function Tile({ name, value, change, isChosen, onChoose }: Props) {
  return (
    <div className="tile">
      <button type="button" className="tile-choice" aria-pressed={isChosen} onClick={onChoose}>
        <span className="tile-name">{name}</span>
        <span className="tile-value">{value}</span>
      </button>
      {change}
    </div>
  );
}

interface ChangeProps {
  /** Of the figure. */
  readonly name: string;
  /** In both ranges; null where there is no figure. */
  readonly now: number | null;
  readonly before: number | null;
  /** The earlier figure as it is written. */
  readonly was: ReactNode;
  /** The days that are compared. */
  readonly against: string;
  /** Both are written alike, though they differ. */
  readonly isSame?: boolean;
  /** Of what it costs, less is better. */
  readonly isCost?: boolean;
  /** Asks for the reasons. */
  readonly onAsk: () => void;
}

/** The change against another range in per cent, which leads to its reasons; from nothing there is no percentage. */
export function Change(props: ChangeProps) {
  const { name, now, before, was, against, isSame = false, isCost = false, onAsk } = props;
  const change = now === null || before === null || before === 0 ? undefined : now / before - 1;
  const tone =
    change === undefined || isSame || Math.abs(change) < TELLING ? '' : change > 0 !== isCost ? 'up' : 'down';
  const isNear = isSame && change !== undefined && change !== 0;
  const told = change === undefined ? '' : isNear ? 'About the same' : changeText(change);
  return (
    <button
      type="button"
      className={`tile-change ${tone}`}
      aria-haspopup="dialog"
      title="What changed?"
      onClick={onAsk}
    >
      {told}
      <span className="tile-was">
        {' '}
        {isNear ? 'as' : 'from'} {was}
        <span className="visually-hidden">
          {' '}
          in {against}. What changed in {name}?
        </span>
      </span>
    </button>
  );
}
