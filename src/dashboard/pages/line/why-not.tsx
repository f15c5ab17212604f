import { Link } from '@tanstack/react-router';
import { words } from '../../parts/words.ts';
import type { LineFound } from './line.tsx';

/** Why an active line does not deliver, with the way to what stops it. */
export function WhyNot({ line }: { readonly line: LineFound }) {
  const { campaign, advertiser, deliveryStatus, status } = line;
  if (status !== 'ACTIVE') return null;
  const isOutside = deliveryStatus === 'ENDED' || deliveryStatus === 'NOT_STARTED';
  if (campaign.status === 'ACTIVE' && advertiser.status === 'ACTIVE' && !isOutside) return null;
  return (
    <div className="note warn" role="note">
      <strong>This line is not delivering</strong>
      {advertiser.status !== 'ACTIVE' && (
        <p>
          Its advertiser{' '}
          <Link to="/advertisers/$id" params={{ id: String(advertiser.databaseId) }}>
            <bdi>{advertiser.name}</bdi>
          </Link>{' '}
          is {words(advertiser.status).toLowerCase()}.
        </p>
      )}
      {campaign.status !== 'ACTIVE' && (
        <p>
          Its campaign{' '}
          <Link to="/campaigns/$id" params={{ id: String(campaign.databaseId) }}>
            <bdi>{campaign.name}</bdi>
          </Link>{' '}
          is {words(campaign.status).toLowerCase()}.
        </p>
      )}
      {deliveryStatus === 'ENDED' && <p>All its flights are over.</p>}
      {deliveryStatus === 'NOT_STARTED' && <p>Its next flight is still to come.</p>}
    </div>
  );
}
