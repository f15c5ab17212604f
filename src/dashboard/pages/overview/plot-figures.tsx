import type { Course } from '../../parts/plot.tsx';

interface Props {
  readonly name: string;
  /** The first day of each step. */
  readonly steps: readonly string[];
  readonly courses: readonly Course[];
  readonly format: (value: number) => string;
}

/** What the plot shows, as a table for whoever cannot see it. */
export function PlotFigures({ name, steps, courses, format }: Props) {
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value);
  return (
    <div className="visually-hidden">
      <table aria-label={`Figures of the plot: ${name}`}>
        <thead>
          <tr>
            <th>From</th>
            {courses.map(({ name }) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step, at) => (
            <tr key={step}>
              <th>{step}</th>
              {courses.map(({ name, values }) => (
                <td key={name}>{figure(values[at])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
