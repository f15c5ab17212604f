import { request } from '../../api/request.ts';
import { useRead } from '../../api/use-read.ts';
import {
  type DashboardAdRowFragment,
  DashboardAdRowsDocument,
  DashboardAdsDocument,
  type DashboardAdsQuery,
} from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { BulkAds } from '../bulk/bulk-ads.tsx';
import { selectColumn, useSelection } from '../bulk/selection.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import { useList } from '../list/use-list.ts';
import { WastingChip } from '../list/wasting-chip.tsx';
import { ADS } from './resource.ts';

const NO_ADS: Pick<DashboardAdsQuery['ads'], 'nodes' | 'totalCount'> = { nodes: [], totalCount: 0 };

/** The ads of all lines, to be compared and changed together. */
export function Ads() {
  const list = useList(ADS);
  const variables = { ...list.variables, hasBlockers: ['STATUS', 'BLOCKER'].some(list.shows) };
  const read = useRead(DashboardAdsDocument, variables, { staysFrom: sameFigures(list) });
  const canEdit = useCanEdit();
  const selection = useSelection<DashboardAdRowFragment>(list.narrowing);
  const { nodes, totalCount } = read.result.data?.ads ?? NO_ADS;
  const selected = selection.rows(nodes);
  const { filter } = list.variables;
  return (
    <div className="page">
      <PageHead title="Ads" beside={<ListPeriod list={list} />} />
      <WastingChip list={list} />
      <ResourceList
        title="All ads"
        resource={ADS}
        list={list}
        columns={list.columns}
        load={(page, signal) => request(DashboardAdsDocument, { ...variables, ...page }, { signal })}
        read={read}
        of={({ ads }) => ads}
        empty="There are no ads yet. Create one on the page of its line."
        actions={
          <>
            <SelectionBar
              // What is being selected for one filter ends with it.
              key={list.narrowing}
              {...{ selection, selected }}
              noun="ad"
              shown={nodes}
              total={totalCount}
              load={async (after, signal) =>
                (await request(DashboardAdRowsDocument, { after, filter }, { signal })).rows
              }
            />
            <BulkAds ads={selected} onDone={selection.clear} />
          </>
        }
        select={canEdit ? (rows, isStale) => selectColumn(selection, rows, isStale) : undefined}
      />
    </div>
  );
}
