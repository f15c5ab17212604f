import type { ReportColumn } from '../columns.ts';
import type { Layout } from './column-layout.ts';

/** The columns of a table as they are laid out. */
export const TableColumns = ({
  columns,
  layout,
}: {
  readonly columns: readonly ReportColumn[];
  readonly layout: Layout;
}) => (
  <colgroup>
    {columns.map(({ name }, at) => (
      <col key={name} style={{ width: layout.widths[at] }} />
    ))}
  </colgroup>
);

export const widthOf = ({ widths }: Layout): number => widths.reduce((sum, width) => sum + width, 0);
