import { Link } from '@tanstack/react-router';
import type { LineFound } from './line.tsx';

/** Why an active line does not deliver, with the way to what stops it. */
export function WhyNot({ line }: { readonly line: LineFound }) {
  const { deliveryBlockers, status } = line;
  if (status !== 'ACTIVE' || deliveryBlockers.length === 0) return null;
  return (
    <div className="note warn" role="note">
      <strong>This line is not delivering</strong>
      {deliveryBlockers.map(({ code, message }) => (
        <p key={code}>
          {message} <Owner code={code} line={line} />
        </p>
      ))}
    </div>
  );
}

/** The page of the advertiser or campaign that a reason lies in. */
function Owner({ code, line }: { readonly code: string; readonly line: LineFound }) {
  const { advertiser, campaign } = line;
  if (code.startsWith('ADVERTISER_'))
    return (
      <Link to="/advertisers/$id" params={{ id: String(advertiser.databaseId) }}>
        <bdi>{advertiser.name}</bdi>
      </Link>
    );
  if (code.startsWith('CAMPAIGN_'))
    return (
      <Link to="/campaigns/$id" params={{ id: String(campaign.databaseId) }}>
        <bdi>{campaign.name}</bdi>
      </Link>
    );
  return null;
}
