import type { Course } from '../../parts/plot.tsx';

interface Props {
  readonly name: string;
  /** The first day of each step. */
  readonly steps: readonly string[];
  readonly courses: readonly Course[];
  readonly format: (value: number) => string;
}

/** What the plot shows, as a table: for whoever cannot see it, or has no pointer to move over it. */
export function PlotFigures({ name, steps, courses, format }: Props) {
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value);
  return (
    <details>
      <summary>Show as table</summary>
      <table aria-label={`Figures of the plot: ${name}`}>
        <thead>
          <tr>
            <th>From</th>
            {courses.map(({ name }) => (
              <th key={name} className="num">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => (
            <tr key={step}>
              <th>{step}</th>
              {courses.map(({ name, values }) => (
                <td key={name} className="num">
                  {figure(values[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
