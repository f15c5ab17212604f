import { number } from '../../../parts/format.ts';
import { DAYS, HOURS, hoursOf } from '../bid-hours.ts';
import type { LineFound } from '../line.tsx';
import { weekText } from './flights-text.ts';

const [LEFT, TOP, CELL, ROW] = [36, 14, 40, 16];

/** The tone of a factor: what is bid less than usual, as usual, and more. */
const toneOf = (factor: number): string => {
  if (factor < 1) return 'week-less';
  if (factor === 1) return 'week-usual';
  return factor < 1.5 ? 'week-more' : 'week-most';
};

/** The hours of the week by what is bid in them, to be seen at a glance; below, in Bids by hour, they are changed. */
export function WeekGlance({ line: { early, late, advertiser } }: { readonly line: LineFound }) {
  const hours = hoursOf([...early.nodes, ...late.nodes]);
  const text = weekText([...hours.values()].map(({ multiplier }) => multiplier));
  return (
    <section aria-label="Hours of the week">
      <h3>Hours of the week</h3>
      <p>
        {text}{' '}
        <span className="muted">Hours in {advertiser.timezone}. They are changed in Bids by hour.</span>
      </p>
      {hours.size > 0 && (
        <svg viewBox={`0 0 ${LEFT + 24 * CELL} ${TOP + 7 * ROW}`} className="week" aria-hidden="true">
          {HOURS.filter((hour) => hour % 3 === 0).map((hour) => (
            <text key={hour} x={LEFT + hour * CELL} y={10}>
              {hour}:00
            </text>
          ))}
          {DAYS.map((day, row) => (
            <g key={day}>
              <text x={0} y={TOP + row * ROW + 12}>
                {day}
              </text>
              {HOURS.map((hour) => {
                const factor = hours.get(`${day}-${hour}`)?.multiplier ?? 1;
                return (
                  <rect
                    key={hour}
                    className={toneOf(factor)}
                    x={LEFT + hour * CELL}
                    y={TOP + row * ROW}
                    width={CELL - 2}
                    height={ROW - 2}
                    rx="2"
                  >
                    <title>{`${day} ${hour}:00: ${number(factor)}×`}</title>
                  </rect>
                );
              })}
            </g>
          ))}
        </svg>
      )}
    </section>
  );
}
