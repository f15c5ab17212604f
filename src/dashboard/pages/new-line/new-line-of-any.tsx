import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardOwnCampaignsDocument } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { Field } from '../../parts/fields/field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { FIRST_LINE } from './line-draft.ts';
import { LineForm } from './line-form.tsx';

/** A line of a campaign that is chosen first. */
export const NewLineOfAny = () => (
  <DialogButton name="New line" title="New line" className="primary" wide>
    {() => <OfCampaign />}
  </DialogButton>
);

function OfCampaign() {
  const [chosen, setChosen] = useState('');
  const read = useRead(DashboardOwnCampaignsDocument, {});
  const { data, error } = read.result;
  if (error) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  const { nodes, totalCount } = data.campaigns;
  const campaign = nodes.find(({ id }) => id === chosen);
  return (
    <div className="form">
      <Field
        label="Campaign"
        value={chosen}
        issue={undefined}
        choices={[
          ...(chosen ? [] : [['', 'Choose a campaign'] as const]),
          ...nodes.map(({ id, name, advertiser }) => [id, `${name} (${advertiser.name})`] as const),
        ]}
        onChange={setChosen}
      />
      {totalCount > nodes.length && (
        <p className="muted">
          The {nodes.length} that were changed last. Others have “New line” on their pages.
        </p>
      )}
      {campaign && <LineForm key={campaign.id} campaign={campaign} initial={FIRST_LINE} />}
    </div>
  );
}
