import { request } from '../../api/request.ts';
import { useRead } from '../../api/use-read.ts';
import { DashboardAdvertisersDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { useStopped } from '../list/stopped.ts';
import { useList } from '../list/use-list.ts';
import { NewAdvertiser } from '../tree/edit-advertiser.tsx';
import { ADVERTISERS } from './resource.ts';

/** The first level of the tree. */
export function Advertisers() {
  const list = useList(ADVERTISERS);
  const read = useRead(DashboardAdvertisersDocument, list.variables, { staysFrom: sameFigures(list) });
  const stopped = useStopped(({ advertiser }) => advertiser.id);
  const canEdit = useCanEdit();
  return (
    <div className="page">
      <PageHead title="Advertisers" beside={<ListPeriod list={list} />} />
      <ResourceList
        title="All advertisers"
        resource={ADVERTISERS}
        list={list}
        columns={list.columns}
        load={(page, signal) =>
          request(DashboardAdvertisersDocument, { ...list.variables, ...page }, { signal })
        }
        read={read}
        of={({ advertisers }) => advertisers}
        stopped={stopped}
        empty="There are no advertisers yet. Everything else belongs to one, so create an advertiser first."
        actions={canEdit && <NewAdvertiser />}
      />
    </div>
  );
}
