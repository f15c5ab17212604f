import { useState } from 'react';
import { type AdStatus, DashboardUpdateAdsDocument } from '../../generated/graphql.ts';
import { Field } from '../../parts/fields/field.tsx';
import { VERBS } from '../../parts/verbs.ts';
import { doneWith, NO_CHOICE } from './bulk-change.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkForm } from './bulk-form.tsx';

interface Props {
  readonly ads: readonly {
    readonly id: string;
    readonly name: string;
    readonly updatedAt: string;
    readonly status: AdStatus;
  }[];
  readonly onDone?: () => void;
  /** What the button says, where the page is about one ad. */
  readonly name?: string;
}

const STATUSES: readonly AdStatus[] = ['INACTIVE', 'ACTIVE'];
const CHOICES = STATUSES.map((status) => [status, VERBS[status]] as const);

/** One status for the selected ads. */
export function BulkAds({ ads, name, onDone = () => undefined }: Props) {
  return (
    <BulkDialog what="ad" rows={ads} name={name} onDone={onDone}>
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
      textOf={(rows) => doneWith(rows, { what: status, percent: '' })}
      document={DashboardUpdateAdsDocument}
      inputs={status && ads.map(({ id, updatedAt }) => ({ id, updatedAt, status }))}
      resultsOf={({ updateAds }) => updateAds}
    >
      <Field
        label="Change"
        value={status ?? ''}
        issue={undefined}
        choices={[...(status ? [] : [NO_CHOICE]), ...CHOICES]}
        onChange={(value) => setStatus(value as AdStatus)}
      />
    </BulkForm>
  );
}
