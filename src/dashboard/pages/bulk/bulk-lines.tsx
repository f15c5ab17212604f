import { useState } from 'react';
import { type DashboardLineRowFragment, DashboardUpdateLinesDocument } from '../../generated/graphql.ts';
import { Field } from '../../parts/fields/field.tsx';
import {
  type BulkChange,
  doneWith,
  inputFor,
  isComplete,
  NO_CHOICE,
  needsPercent,
  percentIssue,
  WHAT,
} from './bulk-change.ts';
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
  const [change, setChange] = useState<BulkChange>({ what: undefined, percent: '' });
  const inputs = isComplete(change) ? lines.map((line) => inputFor(line, change)) : undefined;
  return (
    <BulkForm
      rows={lines.map((line) => ({ ...line, currency: line.advertiser.currency }))}
      noun="line"
      textOf={(rows) => doneWith(rows, change)}
      document={DashboardUpdateLinesDocument}
      inputs={inputs}
      resultsOf={({ updateLines }) => updateLines}
    >
      <Field
        label="Change"
        value={change.what ?? ''}
        issue={undefined}
        choices={[...(change.what ? [] : [NO_CHOICE]), ...Object.entries(WHAT)]}
        onChange={(what) => setChange({ ...change, what: what as keyof typeof WHAT })}
      />
      {needsPercent(change) && (
        <Field
          label="Percent"
          value={change.percent}
          issue={percentIssue(change)}
          onChange={(percent) => setChange({ ...change, percent })}
        />
      )}
    </BulkForm>
  );
}
