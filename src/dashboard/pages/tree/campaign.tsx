import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../api/use-read.ts';
import { DashboardCampaignDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { Status } from '../../parts/status.tsx';
import { words } from '../../parts/words.ts';
import { Nowhere } from '../../shell/nowhere.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { Breakdown } from '../breakdown/breakdown.tsx';
import { Delivery } from '../delivery/delivery.tsx';
import { LineList, useLineList } from '../lines/line-list.tsx';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { useKept } from '../list/use-kept.ts';
import { NewLine } from '../new-line/new-line.tsx';
import { budgetFacts } from './campaign-budget.tsx';
import { CampaignStatusMenu } from './campaign-status.tsx';
import { DuplicateCampaign } from './duplicate-campaign.tsx';
import { EditCampaign } from './edit-campaign.tsx';
import { Facts } from './facts.tsx';

const route = getRouteApi('/campaigns/$id');

/** A campaign and its lines. */
export function Campaign() {
  const { id } = route.useParams();
  const list = useLineList({ campaign: id });
  const read = useRead(
    DashboardCampaignDocument,
    { id, ...list.variables },
    // Another campaign's lines may not stand below this one's name.
    { staysFrom: (asked) => asked.id === id && sameFigures(list)(asked), enabled: list.isReady },
  );
  const campaign = useKept(id, read.result.data?.campaign);
  const canEdit = useCanEdit();
  if (campaign === null) return <Nowhere what={`campaign ${id}`} />;
  return (
    <div className="page">
      <PageHead
        title={campaign?.name ?? `Campaign ${id}`}
        trail={[
          { name: 'Advertisers', to: '/advertisers' },
          ...(campaign
            ? [
                {
                  name: campaign.advertiser.name,
                  to: '/advertisers/$id' as const,
                  id: campaign.advertiser.databaseId,
                },
              ]
            : []),
        ]}
        beside={
          campaign && (
            <>
              {canEdit && campaign.status !== 'DELETED' ? (
                <CampaignStatusMenu campaign={campaign} />
              ) : (
                <Status value={campaign.status} />
              )}
              {canEdit && <EditCampaign campaign={campaign} />}
              {canEdit && <DuplicateCampaign key={campaign.id} campaign={campaign} />}
              <ListPeriod list={list} />
            </>
          )
        }
      />
      {campaign && (
        <Facts
          facts={[
            ['ID', String(campaign.databaseId)],
            ['Objective', campaign.objective ? words(campaign.objective) : '–'],
            ...budgetFacts(campaign),
            ['Time zone', campaign.advertiser.timezone],
          ]}
          history={{ resource: 'Campaign', id: campaign.databaseId }}
        />
      )}
      <Delivery subject={{ type: 'Campaign', id }} />
      <LineList
        title="Lines"
        list={list}
        read={read}
        empty="This campaign has no lines yet."
        actions={canEdit && campaign && <NewLine campaign={campaign} />}
      />
      {campaign && <Breakdown subject={{ type: 'Campaign', id }} owner={campaign.advertiser} />}
    </div>
  );
}
