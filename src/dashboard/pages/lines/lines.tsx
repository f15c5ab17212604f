import { useRead } from '../../api/use-read.ts';
import { DashboardLinesDocument } from '../../generated/graphql.ts';
import { PageHead } from '../../parts/crumbs.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { sameFigures } from '../list/list-data.ts';
import { ListPeriod } from '../list/list-period.tsx';
import { WastingChip } from '../list/wasting-chip.tsx';
import { NewLineOfAny } from '../new-line/new-line-of-any.tsx';
import { AlertChips } from './alert-chips.tsx';
import { LineList, useLineList } from './line-list.tsx';

/** The lines of all campaigns, to be found and changed together. */
export function Lines() {
  const list = useLineList();
  const canEdit = useCanEdit();
  const read = useRead(DashboardLinesDocument, list.variables, {
    enabled: list.isReady,
    staysFrom: sameFigures(list),
  });
  return (
    <div className="page">
      <PageHead title="Lines" beside={<ListPeriod list={list} />} />
      <AlertChips
        others={<WastingChip list={list} />}
        advertiserId={list.search.advertiser && `Advertiser:${list.search.advertiser}`}
        chosen={list.search.alert}
        onChoose={(alert) => list.set('alert', alert)}
      />
      <LineList
        title="All lines"
        list={list}
        read={read}
        actions={
          canEdit && (
            <NewLineOfAny
              {...(list.search.advertiser && { advertiserId: `Advertiser:${list.search.advertiser}` })}
            />
          )
        }
        empty="There are no lines yet."
      />
    </div>
  );
}
