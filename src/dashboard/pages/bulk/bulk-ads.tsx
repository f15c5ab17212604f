import { useState } from 'react';
import {
  type AdStatus,
  type DashboardAdFragment,
  DashboardUpdateAdsDocument,
} from '../../generated/graphql.ts';
import { VERBS } from '../../parts/verbs.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { BulkForm } from './bulk-form.tsx';

interface Props {
  readonly ads: readonly DashboardAdFragment[];
  readonly onDone?: () => void;
  /** What the button says, where the page is about one ad. */
  readonly name?: string;
}

const STATUSES: readonly AdStatus[] = ['INACTIVE', 'ACTIVE'];

/** One status for the selected ads. */
export function BulkAds({ ads, name, onDone = () => undefined }: Props) {
  return (
    <BulkDialog what="ad" rows={ads} name={name} onDone={onDone}>
      {(opened) => <Form ads={opened} />}
    </BulkDialog>
  );
}

function Form({ ads }: Pick<Props, 'ads'>) {
  const [status, setStatus] = useState<AdStatus>('INACTIVE');
  return (
    <BulkForm
      rows={ads}
      document={DashboardUpdateAdsDocument}
      inputs={ads.map(({ id, updatedAt }) => ({ id, updatedAt, status }))}
      resultsOf={({ updateAds }) => updateAds}
    >
      <label>
        Change
        <select value={status} onChange={({ target }) => setStatus(target.value as AdStatus)}>
          {STATUSES.map((value) => (
            <option key={value} value={value}>
              {VERBS[value]}
            </option>
          ))}
        </select>
      </label>
    </BulkForm>
  );
}
