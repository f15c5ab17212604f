import { figureData } from './figure.tsx';
import { full, type Kind, type MetricName, unitName } from './metrics.ts';
import type { Mark, Series } from './series.ts';

interface Props {
  readonly name: string;
  readonly interval: string;
  readonly courses: readonly Series[];
  readonly metric: MetricName | undefined;
  readonly kind: Kind;
  readonly currency: string;
  readonly marks?: readonly Mark[];
  /** Asks about a step. */
  readonly onChoose?: ((at: number) => void) | undefined;
}

/** What the plot shows, as a table: for whoever cannot see it, or has no pointer to move over it. */
export function PlotFigures(props: Props) {
  const { name, interval, courses, metric, kind, currency, marks = [], onChoose } = props;
  const [first] = courses;
  const hasParts = courses.some(({ steps }) => steps.some(({ partial }) => partial));
  return (
    <details>
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-box" aria-label={`Table of the plot: ${name}`} tabIndex={0}>
        <table aria-label={`Figures of the plot: ${name}`} data-interval={interval}>
          <thead>
            <tr>
              <th>From</th>
              {hasParts && <th>Complete</th>}
              {courses.map(({ name, isBefore }) => (
                <th key={name} className="num">
                  {name}{' '}
                  {!isBefore && kind !== 'count' && <span className="muted">{unitName(kind, currency)}</span>}
                </th>
              ))}
              {marks.length > 0 && <th>Changes</th>}
            </tr>
          </thead>
          <tbody>
            {first?.steps.map(({ start, label, partial, isAhead }, at) => (
              <tr key={start} data-start={start} data-partial={partial}>
                <th title={label}>
                  {onChoose && !isAhead ? (
                    <button
                      type="button"
                      className="sort"
                      aria-haspopup="dialog"
                      title="What changed?"
                      onClick={() => onChoose(at)}
                    >
                      {start.length > 10 ? label : start}
                    </button>
                  ) : start.length > 10 ? (
                    label
                  ) : (
                    start
                  )}
                </th>
                {hasParts && <td className="muted">{isAhead ? 'Not begun' : (partial ?? 'Yes')}</td>}
                {courses.map(({ name, steps, values }) => (
                  <td
                    key={name}
                    className="num"
                    {...figureData({
                      ...{ metric, kind, currency, value: values[at] ?? null },
                      scope: steps[at]?.scope ?? {},
                    })}
                  >
                    {full(values[at] ?? null, kind, currency)}
                  </td>
                ))}
                {marks.length > 0 && <td className="wraps">{marks.find((mark) => mark.at === at)?.text}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
