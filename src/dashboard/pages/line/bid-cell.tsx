import type { ReactNode } from 'react';
import { number } from '../../parts/format.ts';

export const UNCHANGED = 1;

interface HeadProps {
  readonly name: string;
  readonly isStop: boolean;
  readonly onPaint: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The head of a row or a column, which sets all of its hours. */
export function Head({ name, isStop, onPaint, children }: HeadProps) {
  if (!onPaint) return children;
  return (
    <button
      type="button"
      className="quiet"
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      title={`Apply the factor to: ${name}`}
      onClick={onPaint}
    >
      {children}
    </button>
  );
}

interface CellProps {
  readonly name: string;
  readonly factor: number;
  readonly isEdited: boolean;
  /** Is being drawn over. */
  readonly isMarked: boolean;
  readonly bid: string | undefined;
  /** What was delivered in the hour, in words; undefined where no figure was asked for. */
  readonly figure: string | undefined;
  /** Of the figure among those of the week, from 0 to 4. */
  readonly heat: number | undefined;
  readonly figureNode: ReactNode;
  /** Where Tab leads to. */
  readonly isStop: boolean;
  readonly onPaint: ((isRange: boolean) => void) | undefined;
}

/** An hour: its factor, and what was delivered in it. */
export function Cell(props: CellProps) {
  const { name, factor, isEdited, isMarked, bid, figure, figureNode, heat, isStop, onPaint } = props;
  const text = number(factor, { maximumFractionDigits: 2 });
  const tone = factor > UNCHANGED ? Math.min(5, Math.ceil((factor - 1) * 2.5)) : factor < UNCHANGED ? -1 : 0;
  const shown = (
    <>
      {factor === UNCHANGED ? '·' : text}
      {figure !== undefined && figureNode}
    </>
  );
  const states = [
    `tone-${tone}`,
    isEdited && 'edited',
    isMarked && 'marked',
    heat !== undefined && `heat-${heat}`,
  ];
  const className = ['cell', ...states.filter(Boolean)].join(' ');
  const title = [bid, figure].filter(Boolean).join(' · ') || undefined;
  if (!onPaint)
    return (
      <td>
        <span className={className} title={title}>
          {shown}
        </span>
      </td>
    );
  return (
    <td>
      <button
        type="button"
        className={className}
        tabIndex={isStop ? 0 : -1}
        aria-label={`${name}, factor ${text}${figure === undefined ? '' : `, ${figure}`}`}
        title={title}
        onClick={({ shiftKey }) => onPaint(shiftKey)}
      >
        {shown}
      </button>
    </td>
  );
}
