import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useSettled } from '../../api/use-settled.ts';
import { DashboardOwnCampaignsDocument, type DashboardOwnCampaignsQuery } from '../../generated/graphql.ts';
import { Field } from '../../parts/fields/field.tsx';
import { SearchField } from '../../parts/fields/search-field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';

export type OwnCampaign = DashboardOwnCampaignsQuery['campaigns']['nodes'][number];
type Chosen = Pick<OwnCampaign, 'id' | 'name'>;

interface Props {
  readonly chosen: Chosen | undefined;
  /** Whose campaigns; of all advertisers, with their names, unless given. */
  readonly advertiserId?: string;
  readonly onChoose: (campaign: OwnCampaign) => void;
}

/** The campaign of a new line: by name, with a search where there are more than the list has. */
export function CampaignField({ chosen, advertiserId, onChoose }: Props) {
  const [text, setText] = useState('');
  const query = useSettled(text.trim());
  const owner = advertiserId ? { advertiserId: { eq: advertiserId } } : {};
  const read = useRead(DashboardOwnCampaignsDocument, { query: query || null, ...owner });
  const { data, error } = read.result;
  if (error && !data) return <ProblemNote read={read} />;
  if (!data) return <Waiting />;
  const { nodes, totalCount } = data.campaigns;
  const isSearched = text !== '' || totalCount > nodes.length;
  const nameOf = ({ name, advertiser }: OwnCampaign) =>
    advertiserId ? name : `${name} (${advertiser.name})`;
  const choices = nodes.map((each) => [each.id, nameOf(each)] as const);
  const isElsewhere = chosen !== undefined && nodes.every((each) => each.id !== chosen.id);
  return (
    <div className="fields">
      {(isSearched || nodes.length > MANY) && (
        <SearchField label="Find a campaign" placeholder="Part of its name" value={text} onChange={setText} />
      )}
      <Field
        label="Campaign"
        isRequired
        value={chosen?.id ?? ''}
        issue={undefined}
        choices={[
          ...(chosen ? [] : [['', nodes.length > 0 ? 'Choose a campaign' : 'None has this name'] as const]),
          ...(isElsewhere ? [[chosen.id, chosen.name] as const] : []),
          ...choices,
        ]}
        onChange={(value) => {
          const campaign = nodes.find((each) => each.id === value);
          if (campaign) onChoose(campaign);
        }}
      />
      {totalCount > nodes.length && (
        <p className="muted">The first {nodes.length} by name. Type a part of the name to find others.</p>
      )}
    </div>
  );
}

/** Few are read at a glance. */
const MANY = 10;
