import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardAdPageDocument, type DashboardAdPageQuery } from '../../generated/graphql.ts';
import { ChangeList } from '../../parts/changes/changes.tsx';
import { PageHead } from '../../parts/crumbs.tsx';
import { date, lastDay } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import { Widget } from '../../parts/widget.tsx';
import { words } from '../../parts/words.ts';
import { Nowhere } from '../../shell/nowhere.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { takeBackOf } from '../../undo/take-back.tsx';
import { BlockerNote } from '../blockers/blocker-note.tsx';
import { Breakdown, ByFacts } from '../breakdown/breakdown.tsx';
import { Delivery } from '../delivery/delivery.tsx';
import { PeriodBar } from '../delivery/period-bar.tsx';
import { Facts } from '../tree/facts.tsx';
import { AdStatusMenu } from './ad-status.tsx';
import { EditAd } from './edit-ad.tsx';
import { Neighbours } from './neighbours.tsx';
import { Preview } from './preview.tsx';

const route = getRouteApi('/ads/$id');

type Found = NonNullable<DashboardAdPageQuery['ad']>;

/** An ad: what people see, when it runs, and what it delivered. */
export function Ad() {
  const { id } = route.useParams();
  const read = useRead(DashboardAdPageDocument, { id }, { staysFrom: (asked) => asked.id === id });
  const ad = read.result.data?.ad;
  const canEdit = useCanEdit();
  if (ad === null) return <Nowhere what={`ad ${id}`} />;
  return (
    <div className="page">
      <Head id={id} ad={ad} />
      {ad?.status === 'ACTIVE' && (
        <BlockerNote
          noun="ad"
          id={ad.id}
          blockers={ad.deliveryBlockers}
          timeZone={ad.line.advertiser.timezone}
        />
      )}
      {ad !== null && <Delivery subject={{ type: 'Ad', id }} />}
      <Widget title="Preview" read={read} empty={({ ad }) => !ad && 'This seat has no such ad.'}>
        {({ ad }) => ad && <Preview ad={ad} />}
      </Widget>
      {ad && (
        <ByFacts
          title="Ads of its line"
          subject={{ type: 'Line', id: String(ad.line.databaseId) }}
          owner={ad.line.advertiser}
          by="AD"
          current={ad.id}
        />
      )}
      {ad !== null && <Breakdown subject={{ type: 'Ad', id }} owner={ad?.line.advertiser} />}
      {ad && (
        <Widget
          title="History"
          read={read}
          empty={() => ad.history.nodes.length === 0 && 'Nothing has changed yet.'}
        >
          {() => (
            <ChangeList
              changes={ad.history.nodes}
              timeZone={ad.line.advertiser.timezone}
              {...(canEdit && { action: takeBackOf })}
            />
          )}
        </Widget>
      )}
    </div>
  );
}

function Head({ id, ad }: { readonly id: string; readonly ad: Found | undefined }) {
  const canEdit = useCanEdit();
  if (!ad) return <PageHead title={`Ad ${id}`} trail={[{ name: 'Advertisers', to: '/advertisers' }]} />;
  const { campaign, advertiser, ...line } = ad.line;
  const flight = ({ startDate, endDate }: Found['schedules'][number]) =>
    `${date(startDate, advertiser.timezone)} – ${lastDay(endDate, advertiser.timezone)}`;
  return (
    <>
      <PageHead
        title={ad.name}
        trail={[
          { name: 'Advertisers', to: '/advertisers' },
          { name: advertiser.name, to: '/advertisers/$id', id: advertiser.databaseId },
          { name: campaign.name, to: '/campaigns/$id', id: campaign.databaseId },
          { name: line.name, to: '/lines/$id', id: line.databaseId },
        ]}
        beside={
          <>
            {canEdit ? <AdStatusMenu ad={ad} /> : <Status value={ad.status} />}
            {ad.nativeAdStatus && ad.nativeAdStatus !== ad.status && <Status value={ad.nativeAdStatus} />}
            {canEdit && <EditAd ad={ad} />}
            <Neighbours ad={ad} />
            <PeriodBar />
          </>
        }
      />
      <Facts
        facts={[
          ['ID', String(ad.databaseId)],
          ['Format', words(ad.mediaType)],
          ['Review', ad.nativeAdStatus ? words(ad.nativeAdStatus) : 'Not reviewed'],
          [
            'Creative',
            <Link
              key="creative"
              to="/library/$kind/$id"
              params={{ kind: 'creatives', id: String(ad.creative.databaseId) }}
            >
              {ad.creative.name}
            </Link>,
          ],
          ['Flights', ad.schedules.map(flight).join(', ') || 'Same as the line'],
          ['Time zone', advertiser.timezone],
        ]}
      />
    </>
  );
}
