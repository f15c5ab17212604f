import { useState } from 'react';
import { useRead } from '../../api/use-read.ts';
import { DashboardLineToCopyDocument, type DashboardLineToCopyQuery } from '../../generated/graphql.ts';
import { DialogButton } from '../../parts/dialogs/dialog-button.tsx';
import { counted } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Waiting } from '../../parts/waiting.tsx';
import type { LineFound } from '../line/line.tsx';
import { CampaignField } from './campaign-field.tsx';
import { bidsFor, draftOf, hiddenOf, leftOut } from './copy-of.ts';
import { LineForm } from './line-form.tsx';

interface Props {
  readonly line: LineFound;
}

/** Another line like this one, to be looked at before it is made. */
export function DuplicateLine({ line }: Props) {
  return (
    <DialogButton name="Duplicate" title="Duplicate line" wide>
      {() => <Copy line={line} />}
    </DialogButton>
  );
}

function Copy({ line }: Props) {
  const read = useRead(DashboardLineToCopyDocument, { id: line.id });
  const { data, error } = read.result;
  if (error) return <ProblemNote read={read} />;
  if (!data?.line) return <Waiting />;
  return <Form line={line} copied={data.line} />;
}

const words = new Intl.ListFormat(navigator.language);

function Form({
  line: latest,
  copied,
}: Props & { readonly copied: NonNullable<DashboardLineToCopyQuery['line']> }) {
  // What is read again meanwhile changes nothing that was typed.
  const [line] = useState(latest);
  const [campaign, setCampaign] = useState<{ readonly id: string; readonly name: string }>(copied.campaign);
  const [hasAds, setHasAds] = useState(copied.ads.totalCount > 0);
  const ads = copied.ads.nodes;
  return (
    <LineForm
      campaign={{ id: line.campaign.id, advertiser: line.advertiser }}
      initial={draftOf(line)}
      isComplete
      hidden={{ ...hiddenOf(copied), campaignId: campaign.id }}
      before={<CampaignField chosen={campaign} advertiserId={line.advertiser.id} onChoose={setCampaign} />}
      ads={hasAds ? ads.length : 0}
      bidsOf={(id) => bidsFor(id, line)}
      adsOf={(lineId) =>
        hasAds ? ads.map(({ creativeId, status }) => ({ lineId, creativeId, status })) : []
      }
    >
      {ads.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={hasAds}
            onChange={({ target: { checked } }) => setHasAds(checked)}
          />
          With {copied.ads.totalCount > ads.length ? 'the first ' : 'its '}
          {counted(ads.length, 'ad')}
        </label>
      )}
      <p className="muted">
        Its targeting, bids by hour, fees and conversion rules come along. Not copied:{' '}
        {words.format(leftOut(line))}.
      </p>
    </LineForm>
  );
}
