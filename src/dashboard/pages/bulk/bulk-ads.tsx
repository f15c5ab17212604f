import { useState } from 'react';
import { together } from '../../api/in-calls.ts';
import {
  AdStatus,
  type DashboardAdRowFragment,
  DashboardUpdateAdsDocument,
} from '../../generated/graphql.ts';
import { Field } from '../../parts/fields/field.tsx';
import { VERBS } from '../../parts/verbs.ts';
import { doneWith, NO_CHOICE } from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkForm } from './bulk-form.tsx';

interface Props {
  readonly ads: readonly DashboardAdRowFragment[];
  readonly onDone: () => void;
}

const STATUSES = [AdStatus.Inactive, AdStatus.Active];
const CHOICES = STATUSES.map((status) => [status, VERBS[status]] as const);
const UPDATE = together(DashboardUpdateAdsDocument);

/** One status for the selected ads. */
export function BulkAds({ ads, onDone }: Props) {
  return (
    <BulkDialog what="ad" rows={ads} onDone={onDone}>
      {(opened) => <Form ads={opened} />}
    </BulkDialog>
  );
}

function Form({ ads }: Pick<Props, 'ads'>) {
  const [status, setStatus] = useState<AdStatus>();
  return (
    <BulkForm
      rows={ads}
      noun="ad"
      textOf={(rows) => (status ? doneWith(rows, status) : rows)}
      verb={UPDATE}
      inputs={status && ads.map(({ id, updatedAt }) => ({ id, updatedAt, status }))}
    >
      <Field
        label="Change"
        value={status ?? ''}
        issue={undefined}
        choices={[...(status ? [] : [NO_CHOICE]), ...CHOICES]}
        onChange={(value) => setStatus(STATUSES.find((each) => each === value))}
      />
    </BulkForm>
  );
}
