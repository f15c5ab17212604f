import { useState } from 'react';
import { type DashboardLineRowFragment, DashboardUpdateLinesDocument } from '../../generated/graphql.ts';
import { type BulkChange, inputFor, isComplete, needsPercent, WHAT } from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkForm } from './bulk-form.tsx';

interface Props {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly onDone: () => void;
}

/** One change for the selected lines. */
export function BulkLines({ lines, onDone }: Props) {
  return (
    <BulkDialog what="line" rows={lines} onDone={onDone}>
      {(opened) => <Form lines={opened} />}
    </BulkDialog>
  );
}

function Form({ lines }: Pick<Props, 'lines'>) {
  const [change, setChange] = useState<BulkChange>({ what: 'PAUSED', percent: '' });
  const inputs = isComplete(change) ? lines.map((line) => inputFor(line, change)) : undefined;
  return (
    <BulkForm
      rows={lines}
      currency={lines[0]?.week.spend.currency}
      document={DashboardUpdateLinesDocument}
      inputs={inputs}
      resultsOf={({ updateLines }) => updateLines}
    >
      <label>
        Change
        <select
          value={change.what}
          onChange={({ target }) => setChange({ ...change, what: target.value as BulkChange['what'] })}
        >
          {Object.entries(WHAT).map(([what, name]) => (
            <option key={what} value={what}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {needsPercent(change) && (
        <label>
          Percent
          <input
            inputMode="decimal"
            placeholder="-10"
            value={change.percent}
            onChange={({ target }) => setChange({ ...change, percent: target.value })}
          />
        </label>
      )}
    </BulkForm>
  );
}
