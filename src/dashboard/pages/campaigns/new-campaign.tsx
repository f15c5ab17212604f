import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardOwnAdvertisersDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { NewCampaignForm } from '../tree/new-campaign-form.tsx';

/** A campaign of an advertiser that is chosen first. */
export const NewCampaignOfAny = () => (
  <DialogButton name="New campaign" title="New campaign" className="primary" wide>
    {() => <OfAdvertiser />}
  </DialogButton>
);

function OfAdvertiser() {
  const [chosen, setChosen] = useState('');
  const read = useRead(DashboardOwnAdvertisersDocument, {});
  const { data, error } = read.result;
  if (error) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  const { nodes, totalCount } = data.advertisers;
  const advertiser = nodes.find(({ id }) => id === chosen);
  return (
    <div className="form">
      <Field
        label="Advertiser"
        value={chosen}
        issue={undefined}
        choices={[
          ...(chosen ? [] : [['', 'Choose an advertiser'] as const]),
          ...nodes.map(({ id, name }) => [id, name] as const),
        ]}
        onChange={setChosen}
      />
      {totalCount > nodes.length && (
        <p className="muted">The first {nodes.length} by name. Others have “New campaign” on their pages.</p>
      )}
      {advertiser && <NewCampaignForm key={advertiser.id} advertiser={advertiser} />}
    </div>
  );
}
