import { serviceNow } from '../../../parts/service-clock.ts';
import type { LineFound } from '../line.tsx';

const WIDTH = 1000;
const [TOP, HEIGHT] = [22, 22];
const DAY_MS = 86_400_000;
/** Labels closer than this would touch. */
const LABEL_WIDTH = 74;

interface Month {
  readonly start: number;
  readonly name: string;
}

/** The first days of the months in between, in UTC: a line on the axis need not be exact to the hour. */
function monthsIn(from: number, until: number): readonly Month[] {
  const first = new Date(from);
  const names = new Intl.DateTimeFormat(navigator.language, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const months: Month[] = [];
  for (let at = 1; ; at += 1) {
    const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1);
    if (start >= until) return months;
    months.push({ start, name: names.format(start) });
  }
}

/** All flights on one axis of months: what is over, what runs, what comes, and today. The table below has the same. */
export function FlightCalendar({ line: { flights } }: { readonly line: LineFound }) {
  const now = serviceNow();
  const times = flights.flatMap(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)]);
  const from = Math.min(...times, now) - DAY_MS;
  const until = Math.max(...times, now) + DAY_MS;
  const x = (time: number) => ((time - from) / (until - from)) * WIDTH;
  const months = monthsIn(from, until);
  const step = Math.max(1, Math.ceil((months.length * LABEL_WIDTH) / WIDTH));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + 26}`} className="calendar" aria-hidden="true">
      {months.map(({ start, name }, at) => (
        <g key={name}>
          <line className="calendar-month" x1={x(start)} x2={x(start)} y1={TOP - 6} y2={TOP + HEIGHT + 6} />
          {at % step === 0 && x(start) < WIDTH - LABEL_WIDTH && (
            <text x={x(start) + 4} y={12}>
              {name}
            </text>
          )}
        </g>
      ))}
      <rect className="bar-ground" y={TOP} width={WIDTH} height={HEIGHT} rx="4" />
      {flights.map(({ id, startDate, endDate }) => {
        const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
        const isNow = start <= now && now < end;
        return (
          <rect
            key={id}
            className={isNow ? 'bar-past' : end <= now ? 'calendar-over' : 'bar-flight'}
            x={x(start) + 1}
            width={Math.max(2, x(end) - x(start) - 2)}
            y={TOP}
            height={HEIGHT}
            rx="4"
          />
        );
      })}
      <line className="calendar-now" x1={x(now)} x2={x(now)} y1={TOP - 6} y2={TOP + HEIGHT + 6} />
      <text x={Math.min(x(now), WIDTH - 40)} y={TOP + HEIGHT + 18} textAnchor="middle">
        Today
      </text>
    </svg>
  );
}
