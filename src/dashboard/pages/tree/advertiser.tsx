import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardAdvertiserDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Status } from '../../parts/status.tsx';
import { Widget } from '../../parts/widget.tsx';
import { Nowhere } from '../../shell/nowhere.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { Breakdown } from '../breakdown/breakdown.tsx';
import { CampaignList, useCampaignList } from '../campaigns/campaign-list.tsx';
import { Delivery } from '../delivery/delivery.tsx';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { useKept } from '../list/use-kept.ts';
import { AdvertiserLists } from './advertiser-lists.tsx';
import { AdvertiserStatusMenu } from './advertiser-status.tsx';
import { EditAdvertiser } from './edit-advertiser.tsx';
import { Facts } from './facts.tsx';
import { NewCampaign } from './new-campaign-form.tsx';

const route = getRouteApi('/advertisers/$id');

/** An advertiser and its campaigns. */
export function Advertiser() {
  const { id } = route.useParams();
  const list = useCampaignList({ advertiser: id });
  const read = useRead(
    DashboardAdvertiserDocument,
    { id, ...list.variables },
    // Another advertiser's figures may not stand below this one's name.
    { staysFrom: (asked) => asked.id === id && sameFigures(list)(asked) },
  );
  const advertiser = useKept(id, read.result.data?.advertiser);
  const canEdit = useCanEdit();
  if (advertiser === null) return <Nowhere what={`advertiser ${id}`} />;
  return (
    <div className="page">
      <PageHead
        title={advertiser?.name ?? `Advertiser ${id}`}
        trail={[{ name: 'Advertisers', to: '/advertisers' }]}
        beside={
          advertiser && (
            <>
              {canEdit ? (
                <AdvertiserStatusMenu advertiser={advertiser} />
              ) : (
                <Status value={advertiser.status} />
              )}
              {canEdit && <EditAdvertiser advertiser={advertiser} />}
              <ListPeriod list={list} />
            </>
          )
        }
      />
      {advertiser && (
        <Facts
          facts={[
            ['ID', String(advertiser.databaseId)],
            ['Currency', advertiser.currency],
            ['Time zone', advertiser.timezone],
            ['Landing page', advertiser.landingPageUrl],
          ]}
          history={{ resource: 'Advertiser', id: advertiser.databaseId }}
        />
      )}
      {advertiser !== null && <Delivery subject={{ type: 'Advertiser', id }} />}
      {advertiser === null ? (
        <Widget title="Campaigns" read={read} empty={() => 'This seat has no such advertiser.'}>
          {() => null}
        </Widget>
      ) : (
        <AdvertiserLists
          id={id}
          campaigns={
            <CampaignList
              title="Campaigns"
              list={list}
              read={read}
              empty="This advertiser has no campaigns yet."
              actions={canEdit && advertiser && <NewCampaign advertiser={advertiser} />}
            />
          }
        />
      )}
      {advertiser && <Breakdown subject={{ type: 'Advertiser', id }} owner={advertiser} />}
    </div>
  );
}
