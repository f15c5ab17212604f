import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Choice } from '../../../parts/fields/choice.tsx';
import { Figure } from '../../../parts/figures/figure.tsx';
import { full } from '../../../parts/figures/metrics.ts';
import { PAGES } from '../../../parts/pages.ts';
import { type Column, Table } from '../../../parts/table.tsx';
import { lower } from '../../../parts/words.ts';
import { Bar as Drawn } from '../../line/bar.tsx';
import type { Measure } from '../builder/measures.ts';
import type { ReportColumn } from '../columns.ts';
import type { ReportShape } from '../shape.ts';
import { type Bar, largestIn } from './largest.ts';

interface Props {
  readonly rows: { readonly count: number; readonly cellsAt: (index: number) => readonly string[] };
  readonly columns: readonly ReportColumn[];
  readonly shape: ReportShape;
}

type Measured = ReportColumn & { readonly measure: Measure };
const isMeasured = (column: ReportColumn): column is Measured => column.measure !== undefined;

/** The rows in which a metric is largest, as bars: for reports that are not over time. */
export function ReportBars({ rows, columns, shape }: Props) {
  const measured = columns.filter(isMeasured);
  const [chosen, setChosen] = useState<string>();
  const [currency, setCurrency] = useState<string>();
  const column = measured.find(({ name }) => name === chosen) ?? measured[0];
  const all = useMemo(
    () => (column ? largestIn(rows, columns, column, shape) : []),
    [rows, columns, column, shape],
  );
  const largest = all.find((each) => each.currency === currency) ?? all[0];
  if (!column || !largest || largest.bars.length < 2) return null;
  const { kind } = column.measure;
  const isMixed = kind === 'money' && largest.currency === '';
  const title =
    largest.count > largest.bars.length
      ? `The ${largest.bars.length} largest of ${largest.count} by ${lower(column.name)}`
      : `By ${lower(column.name)}`;
  return (
    <>
      <p className="row">
        <Choice
          label="Metric of the bars"
          value={column.name}
          choices={measured.map(({ name }) => [name, name])}
          onChoose={setChosen}
        />
        {all.length > 1 && (
          <Choice
            label="Currency of the bars"
            value={largest.currency}
            choices={all.map(({ currency }) => [currency, currency || 'Several currencies'])}
            onChoose={setCurrency}
          />
        )}
        <span className="muted">{title}</span>
      </p>
      {isMixed ? (
        <p className="note warn">
          {column.name} is in several currencies within a row, so that rows cannot be compared. Group the
          report by advertiser, or choose US dollars.
        </p>
      ) : (
        <Table
          label={title}
          rows={largest.bars}
          columns={columnsOf(column, largest.currency)}
          keyOf={({ index }) => String(index)}
        />
      )}
    </>
  );
}

const columnsOf = ({ name, measure }: Measured, currency: string): readonly Column<Bar>[] => [
  { name: 'Row', wraps: true, cell: (bar) => <Named bar={bar} /> },
  {
    name: 'Share of the largest',
    head: <span className="visually-hidden">Share of the largest</span>,
    cell: ({ share }) => <Drawn parts={[{ className: 'bar-past', from: 0, to: share }]} />,
  },
  {
    name,
    numeric: true,
    cell: ({ value, cell, scope }) => (
      <Figure metric={measure.metric} kind={measure.kind} value={cell} {...{ currency, scope }}>
        {full(value, measure.kind, currency)}
      </Figure>
    ),
  },
];

function Named({ bar: { names, page } }: { readonly bar: Bar }) {
  const [last, ...before] = [...names].reverse();
  const text = <bdi>{last || 'Unknown'}</bdi>;
  return (
    <>
      {page ? (
        <Link to={PAGES[page.type]} params={{ id: page.id }}>
          {text}
        </Link>
      ) : (
        text
      )}
      {before.length > 0 && <span className="cell-note">{before.join(' · ')}</span>}
    </>
  );
}
