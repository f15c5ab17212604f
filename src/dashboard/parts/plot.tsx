import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { day } from './format.ts';

export interface Course {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** The range before, for comparison. */
  readonly isBefore?: boolean;
}

interface Props {
  /** What it shows, for whoever cannot see it. */
  readonly label: string;
  /** Seconds since the epoch. */
  readonly times: readonly number[];
  readonly courses: readonly Course[];
  readonly timeZone: string;
  readonly format: (value: number) => string;
}

const HEIGHT = 260;
/** Picks at most `most` of the times, evenly spaced and including the last. */
function everyFew(times: ArrayLike<number>, most: number): number[] {
  const step = Math.ceil(times.length / most);
  return Array.from(times).filter((_, index) => (times.length - 1 - index) % step === 0);
}

/** Figures over time. Colours are those of the page, in its theme. */
export function Plot({ label, times, courses, timeZone, format }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const draw = () => {
      const data = [times, ...courses.map(({ values }) => values)] as unknown as uPlot.AlignedData;
      return new uPlot(options(box, { courses, timeZone, format }), data, box);
    };
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
  }, [times, courses, timeZone, format]);
  return <div ref={ref} className="plot" role="img" aria-label={label} />;
}

function options(
  box: HTMLElement,
  { courses, timeZone, format }: Pick<Props, 'courses' | 'timeZone' | 'format'>,
): uPlot.Options {
  const [text, line, accent, edge] = ['--muted', '--line', '--accent', '--edge'].map((name) =>
    colourOf(box, name),
  );
  const axis = { stroke: text ?? '', grid: { stroke: line ?? '', width: 1 }, ticks: { show: false } };
  return {
    width: box.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
    cursor: { y: false },
    legend: { markers: { dash: (plot, at) => (plot.series[at]?.dash ? 'dashed' : 'solid') } },
    scales: { y: { range: (_plot, _min, max) => [0, max > 0 ? max * 1.08 : 1] } },
    axes: [
      {
        ...axis,
        gap: 10,
        grid: { show: false },
        // Labels stand under points, not under midnights between them.
        splits: (plot) => everyFew(plot.data[0] ?? [], Math.max(2, Math.floor(box.clientWidth / 90))),
        values: (_plot, splits) => splits.map((time) => day(new Date(time * 1000).toISOString(), timeZone)),
      },
      {
        ...axis,
        // As wide as the longest label.
        size: (_plot, texts) => 20 + 7 * Math.max(0, ...(texts ?? []).map(({ length }) => length)),
        values: (_plot, splits) => splits.map(format),
      },
    ],
    series: [
      {
        label: 'Day',
        value: (_plot, time) => (time === null ? '' : day(new Date(time * 1000).toISOString(), timeZone)),
      },
      ...courses.map(({ name, isBefore }) => ({
        label: name,
        stroke: (isBefore ? edge : accent) ?? '',
        width: isBefore ? 1.5 : 2.5,
        ...(isBefore ? { dash: [4, 4] } : { fill: `color-mix(in srgb, ${accent} 10%, transparent)` }),
        points: { show: false },
        value: (_plot: uPlot, value: number | null) => (value === null ? '' : format(value)),
      })),
    ],
  };
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
