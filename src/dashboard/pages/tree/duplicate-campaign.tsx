import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '../../api/problem.ts';
import { readAgain } from '../../api/use-dry-run.ts';
import type { DashboardCampaignFieldsFragment } from '../../generated/graphql.ts';
import { announce } from '../../parts/announce.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { counted, number } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import { copyLines, type LineToCopy, linesOf, MAX_COPIED } from '../new-line/copy-lines.ts';
import { type CampaignField, FIELDS, type Owner } from './edit-campaign.tsx';
import { NewCampaignForm } from './new-campaign-form.tsx';

interface Props {
  readonly campaign: DashboardCampaignFieldsFragment & {
    readonly advertiser: Owner & { readonly id: string };
  };
}

const MAX_NAME = 255;

/** Another campaign like this one with its lines, paused; its fields are looked at before it is made. */
export const DuplicateCampaign = ({ campaign }: Props) => (
  <DialogButton name="Duplicate" title="Duplicate campaign" wide>
    {() => <Copy campaign={campaign} />}
  </DialogButton>
);

function Copy({ campaign }: Props) {
  const result = useQuery<readonly LineToCopy[], Problem>({
    queryKey: ['lines to copy', campaign.id],
    queryFn: ({ signal }) => linesOf(campaign.id, signal),
  });
  if (result.error) return <ProblemNote read={{ result }} />;
  if (!result.data) return <Waiting />;
  return <Form campaign={campaign} lines={result.data} />;
}

/** The campaign as a draft of another one: what begins or ends in the past is left out. */
export function campaignDraft(campaign: DashboardCampaignFieldsFragment, now = Date.now()) {
  const values = FIELDS.flatMap(({ name }): (readonly [CampaignField, string])[] => {
    const value = campaign[name];
    const isOver = (name === 'startDate' || name === 'endDate') && Date.parse(String(value)) <= now;
    return value === null || value === undefined || isOver ? [] : [[name, String(value)]];
  });
  const name = `Copy of ${campaign.name}`.slice(0, MAX_NAME);
  return { ...Object.fromEntries(values), name, status: 'PAUSED' };
}

function Form({ campaign, lines }: Props & { readonly lines: readonly LineToCopy[] }) {
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [hasAds, setHasAds] = useState(true);
  const [count, setCount] = useState<number>();
  const [initial] = useState(() => campaignDraft(campaign));
  const chosen = lines.filter(({ id }) => !left.has(id));
  const choose = (id: string, isOn: boolean) =>
    setLeft(new Set(isOn ? [...left].filter((other) => other !== id) : [...left, id]));
  async function copy(campaignId: string) {
    const refused = await copyLines(chosen, { campaignId, hasAds, onCount: setCount });
    await readAgain(client);
    announce(
      refused.length > 0
        ? `Not everything was copied. ${refused.join(' ')}`
        : `Campaign made with ${counted(chosen.length, 'line')}`,
      true,
    );
  }
  return (
    <NewCampaignForm advertiser={campaign.advertiser} initial={initial} onMade={copy}>
      <fieldset className="field-group">
        <legend>Lines that come along</legend>
        {lines.length === 0 && <p className="muted">The campaign has no lines.</p>}
        <ul className="column-choices">
          {lines.map(({ id, name }) => (
            <li key={id}>
              <label className="check">
                <input
                  type="checkbox"
                  checked={!left.has(id)}
                  onChange={({ target }) => choose(id, target.checked)}
                />
                <bdi>{name}</bdi>
              </label>
            </li>
          ))}
        </ul>
        {lines.length > 0 && (
          <label className="check">
            <input type="checkbox" checked={hasAds} onChange={({ target }) => setHasAds(target.checked)} />
            With their ads
          </label>
        )}
      </fieldset>
      <p className="muted">
        {counted(chosen.length, 'line')} with targeting, bids by hour, fees and conversion rules, paused.
        Flights that run begin tomorrow, those that are over are left out.
        {lines.length === MAX_COPIED && ` The first ${MAX_COPIED} lines.`}
      </p>
      {count !== undefined && (
        <p role="status">
          {number(count)} of {counted(chosen.length, 'line')} copied
        </p>
      )}
    </NewCampaignForm>
  );
}
