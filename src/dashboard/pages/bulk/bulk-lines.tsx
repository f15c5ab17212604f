import { useState } from 'react';
import { oneByOne, together } from '../../api/in-calls.ts';
import {
  type DashboardLineRowFragment,
  DashboardTargetLineDocument,
  DashboardUpdateLinesDocument,
} from '../../generated/graphql.ts';
import { BidImpact } from './bid-impact.tsx';
import { type BulkChange, doneWith, inputFor, isComplete, NOTHING, targetingFor } from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkFields } from './bulk-fields.tsx';
import { BulkForm } from './bulk-form.tsx';
import type { BulkResult } from './bulk-result.ts';
import { Impact } from './impact.tsx';

interface Props {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly onDone: () => void;
}

const UPDATE = together(DashboardUpdateLinesDocument);
const TARGET = oneByOne(DashboardTargetLineDocument);

/** One change for the selected lines. */
export function BulkLines({ lines, onDone }: Props) {
  return (
    <BulkDialog what="line" rows={lines} onDone={onDone}>
      {(opened) => <Form lines={opened} />}
    </BulkDialog>
  );
}

function Form({ lines }: Pick<Props, 'lines'>) {
  const [change, setChange] = useState<BulkChange>(NOTHING);
  // While a dialog is open, no flight ends.
  const [now] = useState(Date.now);
  const { what } = change;
  const isReady = isComplete(change);
  const shared = {
    rows: lines.map((line) => ({
      ...line,
      currency: line.advertiser.currency,
      timeZone: line.advertiser.timezone,
    })),
    noun: 'line',
    textOf: (rows: string) => (what ? doneWith(rows, what) : rows),
    children: <BulkFields lines={lines} change={change} onChange={setChange} />,
  };
  if (what === 'places')
    return (
      <BulkForm
        key="places"
        {...shared}
        verb={TARGET}
        inputs={isReady ? lines.map((line) => targetingFor(line, change)) : undefined}
      />
    );
  const inputs = isReady ? lines.map((line) => inputFor(line, change, now)) : undefined;
  const hasImpact = what === 'budget' || what === 'start' || what === 'end';
  const impact =
    inputs && hasImpact
      ? (results: readonly BulkResult[]) => <Impact {...{ lines, inputs, results, now }} />
      : inputs && what === 'bid'
        ? (results: readonly BulkResult[]) => <BidImpact {...{ lines, inputs, results }} />
        : undefined;
  return <BulkForm key="fields" {...shared} verb={UPDATE} inputs={inputs} {...(impact && { impact })} />;
}
