import { useRead } from '../../api/use-read.ts';
import { DashboardAdsDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { BulkAds } from '../bulk/bulk-ads.tsx';
import { selectColumn, useSelection } from '../bulk/selection.tsx';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { useList } from '../list/use-list.ts';
import { ADS } from './resource.ts';

/** The ads of all lines, to be compared and changed together. */
export function Ads() {
  const list = useList(ADS);
  const read = useRead(
    DashboardAdsDocument,
    { ...list.variables, hasBlockers: list.shows('BLOCKER') },
    { staysFrom: sameFigures(list) },
  );
  const canEdit = useCanEdit();
  const selection = useSelection();
  const selected = read.result.data?.ads.nodes.filter(selection.has) ?? [];
  return (
    <div className="page">
      <PageHead title="Ads" beside={<ListPeriod list={list} />} />
      <ResourceList
        title="All ads"
        resource={ADS}
        list={list}
        columns={list.columns}
        read={read}
        of={({ ads }) => ads}
        empty="There are no ads yet. Create one on the page of its line."
        actions={<BulkAds ads={selected} onDone={selection.clear} />}
        select={canEdit ? (rows) => selectColumn(selection, rows) : undefined}
      />
    </div>
  );
}
