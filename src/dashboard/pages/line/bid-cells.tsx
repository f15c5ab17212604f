import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { number } from '../../parts/format.ts';
import { DAYS, HOURS, type Hour } from './bid-hours.ts';

export const UNCHANGED = 1;

interface Props {
  readonly factorOf: (hour: Hour) => number;
  readonly isEdited: (hour: Hour) => boolean;
  /** Left out for whoever may only look. */
  readonly onPaint?: (hours: readonly Hour[]) => void;
}

const STEPS: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The hours of the week. Tab leads to one of them and on; arrows lead from hour to hour. */
export function BidCells({ factorOf, isEdited, onPaint }: Props) {
  const [[atDay, atHour], setAt] = useState<readonly [number, number]>([0, 0]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const day = (atDay + step[0] + DAYS.length) % DAYS.length;
    const hour = (atHour + step[1] + HOURS.length) % HOURS.length;
    setAt([day, hour]);
    event.currentTarget.tBodies[0]?.rows[day]?.cells[hour + 1]?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-box" tabIndex={0} aria-label="Bids by hour of the week">
      <table className="grid" aria-label="Bids by hour of the week" onKeyDown={onPaint && onKeyDown}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Day</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour}>
                <Head
                  name={`All days ${hour}:00`}
                  onPaint={onPaint && (() => onPaint(DAYS.map((day) => `${day}-${hour}` as const)))}
                >
                  {hour}
                </Head>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day, dayIndex) => (
            <tr key={day}>
              <th>
                <Head
                  name={`${day}, all hours`}
                  onPaint={onPaint && (() => onPaint(HOURS.map((hour) => `${day}-${hour}` as const)))}
                >
                  {day}
                </Head>
              </th>
              {HOURS.map((hour) => (
                <Cell
                  key={hour}
                  name={`${day} ${hour}:00`}
                  factor={factorOf(`${day}-${hour}`)}
                  isEdited={isEdited(`${day}-${hour}`)}
                  isStop={dayIndex === atDay && hour === atHour}
                  onPaint={
                    onPaint &&
                    (() => {
                      setAt([dayIndex, hour]);
                      onPaint([`${day}-${hour}`]);
                    })
                  }
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly name: string;
  readonly onPaint: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The head of a row or a column, which sets all of its hours. */
function Head({ name, onPaint, children }: HeadProps) {
  if (!onPaint) return children;
  return (
    <button
      type="button"
      className="quiet"
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
  /** Where Tab leads to. */
  readonly isStop: boolean;
  readonly onPaint: (() => void) | undefined;
}

function Cell({ name, factor, isEdited, isStop, onPaint }: CellProps) {
  const text = number(factor, { maximumFractionDigits: 2 });
  const tone = factor > UNCHANGED ? Math.min(5, Math.ceil((factor - 1) * 2.5)) : factor < UNCHANGED ? -1 : 0;
  const className = `cell tone-${tone}${isEdited ? ' edited' : ''}`;
  const shown = factor === UNCHANGED ? '·' : text;
  if (!onPaint)
    return (
      <td>
        <span className={className}>{shown}</span>
      </td>
    );
  return (
    <td>
      <button
        type="button"
        className={className}
        tabIndex={isStop ? 0 : -1}
        aria-label={`${name}, factor ${text}`}
        onClick={onPaint}
      >
        {shown}
      </button>
    </td>
  );
}
