import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { axisLabels, full, type Kind } from './figures/metrics.ts';
import type { Mark, Series } from './figures/series.ts';

interface Props {
  /** What it shows, for whoever cannot see it. */
  readonly label: string;
  /** All have as many steps. */
  readonly courses: readonly Series[];
  readonly kind: Kind;
  readonly currency: string;
  readonly marks?: readonly Mark[];
  /** Asks about the step that is clicked. */
  readonly onChoose?: ((at: number) => void) | undefined;
}

const NO_MARKS: readonly Mark[] = [];
const HEIGHT = 260;
const DASH = [4, 4];
/** The radius of a mark's dot. */
const MARK = 4;

/** Picks at most `most` of so many places, evenly spaced and including the last. */
function everyFew(count: number, most: number): number[] {
  const step = Math.ceil(count / most);
  return Array.from({ length: count }, (_, at) => at).filter((at) => (count - 1 - at) % step === 0);
}

/** Figures over time. Steps that are not whole are dashed. Colours are those of the page, in its theme. */
export function Plot({ label, courses, kind, currency, marks = NO_MARKS, onChoose }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  // A click can come before what the pointer has moved to is rendered.
  const under = useRef<number>(undefined);
  const choose = useRef(onChoose);
  choose.current = onChoose;
  const isChoosable = onChoose !== undefined;
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const point = (at: number | undefined) => {
      under.current = at;
      setPointed(at);
    };
    const draw = () =>
      new uPlot(optionsOf(box, { courses, kind, currency, marks, onPoint: point }), dataOf(courses), box);
    let plot = draw();
    const redraw = () => {
      plot.destroy();
      plot = draw();
    };
    const watch = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    watch.observe(box);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    addEventListener('theme', redraw);
    return () => {
      watch.disconnect();
      scheme.removeEventListener('change', redraw);
      removeEventListener('theme', redraw);
      plot.destroy();
    };
  }, [courses, kind, currency, marks]);
  return (
    <div className="plot">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, a step is chosen in the table beside it */}
      <div
        ref={ref}
        role="img"
        aria-label={label}
        className={isChoosable ? 'choosable' : undefined}
        onClick={({ target }) => {
          const isPlot = target instanceof HTMLElement && target.closest('.u-over') !== null;
          if (isPlot && under.current !== undefined) choose.current?.(under.current);
        }}
      />
      <Legend {...{ courses, kind, currency, marks, pointed }} />
    </div>
  );
}

/** What is drawn, and the figures of the step that is pointed at. The table beside it has them for everybody else. */
function Legend({
  courses,
  kind,
  currency,
  marks,
  pointed,
}: Pick<Props, 'courses' | 'kind' | 'currency'> & {
  readonly marks: readonly Mark[];
  readonly pointed: number | undefined;
}) {
  const mark = marks.find(({ at }) => at === pointed);
  return (
    <ul className="plot-legend" aria-hidden="true">
      {courses.map(({ name, steps, values, isBefore, isBad }) => {
        const step = pointed === undefined ? undefined : steps[pointed];
        const value = pointed === undefined ? undefined : values[pointed];
        return (
          <li key={name} className={isBefore ? 'before' : isBad ? 'bad' : undefined}>
            {name}
            {step && (
              <>
                {' '}
                <span className="muted">
                  {step.label}
                  {step.partial && ` (${step.partial})`}
                </span>{' '}
                <b>{full(value ?? null, kind, currency)}</b>
              </>
            )}
          </li>
        );
      })}
      {mark ? (
        <li className="mark">{mark.text}</li>
      ) : (
        marks.length > 0 && <li className="mark">Something was changed</li>
      )}
    </ul>
  );
}

/** Each course is two series: its whole steps, and those that are not, with the steps beside them. */
function dataOf(courses: readonly Series[]): uPlot.AlignedData {
  const length = courses[0]?.steps.length ?? 0;
  const series = courses.flatMap(({ steps, values }) => {
    const isPartial = (at: number) => steps[at]?.partial !== undefined;
    return [
      values.map((value, at) => (isPartial(at) ? null : value)),
      values.map((value, at) => ([at - 1, at, at + 1].some(isPartial) ? value : null)),
    ];
  });
  return [Array.from({ length }, (_, at) => at), ...series] as unknown as uPlot.AlignedData;
}

function optionsOf(
  box: HTMLElement,
  {
    courses,
    kind,
    currency,
    marks,
    onPoint,
  }: Pick<Props, 'courses' | 'kind' | 'currency'> & {
    readonly marks: readonly Mark[];
    readonly onPoint: (at: number | undefined) => void;
  },
): uPlot.Options {
  const [text, line, accent, edge, warn, bad] = [
    ...['--muted', '--line', '--accent', '--edge', '--warn', '--bad'],
  ].map((name) => colourOf(box, name));
  const steps = courses[0]?.steps ?? [];
  const axis = { stroke: text ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { show: false } };
  return {
    width: box.clientWidth,
    height: HEIGHT,
    cursor: { y: false },
    legend: { show: false },
    // Half of the last label stands beside the plot.
    padding: [null, 8 + 3.5 * Math.max(0, ...steps.map(({ tick }) => tick.length)), null, null],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
      draw: [(plot) => drawMarks(plot, marks, warn ?? '')],
    },
    scales: {
      x: { time: false, range: [0, Math.max(1, steps.length - 1)] },
      y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        gap: 10,
        grid: { show: false },
        // Labels stand under steps, not between them.
        splits: () => everyFew(steps.length, Math.max(2, Math.floor(box.clientWidth / 110))),
        values: (_plot, splits) => splits.map((at) => steps[at]?.tick ?? ''),
      },
      {
        ...axis,
        // As wide as the longest label.
        size: (_plot, texts) => 20 + 7 * Math.max(0, ...(texts ?? []).map(({ length }) => length)),
        values: (_plot, splits) => [...axisLabels(splits, kind, currency)],
      },
    ],
    series: [
      {},
      ...courses.flatMap(({ name, isBefore, isBad }) => {
        const shared = {
          label: name,
          stroke: (isBefore ? edge : isBad ? bad : accent) ?? '',
          width: isBefore ? 1.5 : 2.5,
          points: { show: false },
        };
        const area = isBefore || isBad ? {} : { fill: `color-mix(in srgb, ${accent} 10%, transparent)` };
        return [
          { ...shared, ...area },
          { ...shared, dash: DASH },
        ];
      }),
    ],
  };
}

/** A line through each step in which something happened, with a dot at its top. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, marks: readonly Mark[], colour: string): void {
  const { top, height } = bbox;
  const radius = MARK * devicePixelRatio;
  ctx.save();
  [ctx.strokeStyle, ctx.fillStyle, ctx.lineWidth] = [colour, colour, devicePixelRatio];
  ctx.setLineDash(DASH.map((length) => length * devicePixelRatio));
  for (const { at } of marks) {
    const x = valToPos(at, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, top);
    ctx.lineTo(x, top + height);
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, top + radius, radius, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
}

/** A canvas takes no variables, so that the browser has to say what a colour is at the moment. */
function colourOf(box: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
