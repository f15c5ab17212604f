import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Cell, Head } from './bid-cell.tsx';
import { DAYS, HOURS, type Hour, type Place, rectangleOf } from './bid-hours.ts';
import type { HourFigures } from './hour-figures.tsx';
import { useDrag } from './use-drag.ts';

interface Props {
  readonly factorOf: (hour: Hour) => number;
  readonly isEdited: (hour: Hour) => boolean;
  /** What a factor makes of the bid, in words; undefined without a bid. */
  readonly bidOf?: ((factor: number) => string | undefined) | undefined;
  /** What was delivered in each hour, once that was asked for. */
  readonly figures?: HourFigures | undefined;
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

/**
 * The hours of the week. Tab leads to one of them or to a head and on; arrows lead from one to the next. A rectangle is
 * drawn with the mouse, or set from the last hour to the one that is chosen with Shift.
 */
export function BidCells({ factorOf, isEdited, bidOf, figures, onPaint }: Props) {
  const [[atDay, atHour], setAt] = useState<Place>([0, 0]);
  const [corner, setCorner] = useState<Place>();
  const { drag, handlers } = useDrag(
    onPaint &&
      (({ from, to }) => {
        setAt(to);
        setCorner(to);
        onPaint(rectangleOf(from, to));
      }),
  );
  const marked = new Set(drag && rectangleOf(drag.from, drag.to));
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
  const headOf = (place: Place, name: string, hours: readonly Hour[], children: ReactNode) => (
    <Head
      name={name}
      isStop={atDay === place[0] && atHour === place[1]}
      onPaint={
        onPaint &&
        (() => {
          setAt(place);
          onPaint(hours);
        })
      }
    >
      {children}
    </Head>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="table-box" tabIndex={0} aria-label="Bids by hour of the week">
      <table
        className="grid"
        aria-label="Bids by hour of the week"
        onKeyDown={onPaint && onKeyDown}
        {...handlers}
      >
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Day</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour}>
                {headOf(
                  [HEAD, hour],
                  `All days ${hour}:00`,
                  DAYS.map((day) => `${day}-${hour}` as const),
                  hour,
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day, at) => (
            <tr key={day}>
              <th>
                {headOf(
                  [at, HEAD],
                  `${day}, all hours`,
                  HOURS.map((hour) => `${day}-${hour}` as const),
                  day,
                )}
              </th>
              {HOURS.map((number) => {
                const hour = `${day}-${number}` as const;
                const place: Place = [at, number];
                return (
                  <Cell
                    key={hour}
                    name={`${day} ${number}:00`}
                    factor={factorOf(hour)}
                    isEdited={isEdited(hour)}
                    isMarked={marked.has(hour)}
                    bid={bidOf?.(factorOf(hour))}
                    figure={figures?.textOf(hour)}
                    figureNode={figures?.shownOf(hour)}
                    heat={figures?.heatOf(hour)}
                    isStop={at === atDay && number === atHour}
                    onPaint={
                      onPaint &&
                      ((isRange) => {
                        setAt(place);
                        setCorner(place);
                        onPaint(isRange && corner ? rectangleOf(corner, place) : [hour]);
                      })
                    }
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
