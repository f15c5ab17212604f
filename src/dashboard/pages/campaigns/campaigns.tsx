import { useRead } from '../../api/use-read.ts';
import { DashboardCampaignsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { CampaignList, useCampaignList } from './campaign-list.tsx';
import { NewCampaignOfAny } from './new-campaign.tsx';

/** The campaigns of all advertisers. */
export function Campaigns() {
  const list = useCampaignList();
  const canEdit = useCanEdit();
  const read = useRead(DashboardCampaignsDocument, list.variables, { staysFrom: sameFigures(list) });
  return (
    <div className="page">
      <PageHead title="Campaigns" beside={<ListPeriod list={list} />} />
      <CampaignList
        title="All campaigns"
        list={list}
        read={read}
        actions={canEdit && <NewCampaignOfAny />}
        empty="There are no campaigns yet."
      />
    </div>
  );
}
