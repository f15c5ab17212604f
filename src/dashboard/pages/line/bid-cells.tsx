import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { number } from '../../parts/format.ts';
import { DAYS, HOURS, type Hour } from './bid-hours.ts';

export const UNCHANGED = 1;

interface Props {
  readonly factorOf: (hour: Hour) => number;
  readonly isEdited: (hour: Hour) => boolean;
  /** What a factor makes of the bid, in words; undefined without a bid. */
  readonly bidOf?: ((factor: number) => string | undefined) | undefined;
  /** Left out for whoever may only look. */
  readonly onPaint?: (hours: readonly Hour[]) => void;
}

const STEPS: Readonly<Record<string, readonly [days: number, hours: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The place of heads, before the first day or hour. */
const HEAD = -1;
const moved = (from: number, by: number, count: number): number => {
  const to = from + by;
  return to < HEAD ? count - 1 : to >= count ? HEAD : to;
};

/** The hours of the week. Tab leads to one of them or to a head and on; arrows lead from one to the next. */
export function BidCells({ factorOf, isEdited, bidOf, onPaint }: Props) {
  const [[atDay, atHour], setAt] = useState<readonly [number, number]>([0, 0]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const day = moved(atDay, step[0], DAYS.length);
    const hour = moved(atHour, step[1], HOURS.length);
    // Nothing is in the corner.
    const at = day === HEAD && hour === HEAD ? ([HEAD, 0] as const) : ([day, hour] as const);
    setAt(at);
    event.currentTarget.rows[at[0] + 1]?.cells[at[1] + 1]?.querySelector('button')?.focus();
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
                  isStop={atDay === HEAD && atHour === hour}
                  onPaint={
                    onPaint &&
                    (() => {
                      setAt([HEAD, hour]);
                      onPaint(DAYS.map((day) => `${day}-${hour}` as const));
                    })
                  }
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
                  isStop={atDay === dayIndex && atHour === HEAD}
                  onPaint={
                    onPaint &&
                    (() => {
                      setAt([dayIndex, HEAD]);
                      onPaint(HOURS.map((hour) => `${day}-${hour}` as const));
                    })
                  }
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
                  bid={bidOf?.(factorOf(`${day}-${hour}`))}
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
  readonly isStop: boolean;
  readonly onPaint: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The head of a row or a column, which sets all of its hours. */
function Head({ name, isStop, onPaint, children }: HeadProps) {
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
  readonly bid: string | undefined;
  /** Where Tab leads to. */
  readonly isStop: boolean;
  readonly onPaint: (() => void) | undefined;
}

function Cell({ name, factor, isEdited, bid, isStop, onPaint }: CellProps) {
  const text = number(factor, { maximumFractionDigits: 2 });
  const tone = factor > UNCHANGED ? Math.min(5, Math.ceil((factor - 1) * 2.5)) : factor < UNCHANGED ? -1 : 0;
  const className = `cell tone-${tone}${isEdited ? ' edited' : ''}`;
  const shown = factor === UNCHANGED ? '·' : text;
  if (!onPaint)
    return (
      <td>
        <span className={className} title={bid}>
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
        aria-label={`${name}, factor ${text}`}
        title={bid}
        onClick={onPaint}
      >
        {shown}
      </button>
    </td>
  );
}
