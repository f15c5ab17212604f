import type { ReactNode } from 'react';
import { request } from '../../api/request.ts';
import type { Read } from '../../api/use-read.ts';
import {
  type DashboardLineListFragment,
  type DashboardLineRowFragment,
  DashboardLineRowsDocument,
  DashboardLinesDocument,
} from '../../generated/graphql.ts';
import { Widget } from '../../parts/widget.tsx';
import { useCanEdit } from '../../shell/viewer.ts';
import { BulkLines } from '../bulk/bulk-lines.tsx';
import { selectColumn, useSelection } from '../bulk/selection.tsx';
import { SelectionBar } from '../bulk/selection-bar.tsx';
import { ResourceList } from '../list/resource-list.tsx';
import type { ListSearch } from '../list/search.ts';
import { useList } from '../list/use-list.ts';
import { LINES } from './resource.ts';
import { NONE, useAlerted } from './use-alerted.ts';

/** Lines as the address says, or those within a campaign. */
export function useLineList(within?: ListSearch) {
  const list = useList(LINES, within);
  const alerted = useAlerted(list.search.alert);
  const { variables } = list;
  return {
    ...list,
    variables: {
      ...variables,
      filter: { ...variables.filter, ...(alerted.filter ?? NONE) },
      hasBlockers: ['STATUS', 'BLOCKER'].some(list.shows),
      hasPacing: ['PACING', 'LEFT', 'NEEDED'].some(list.shows),
      hasAds: list.shows('ADS'),
    },
    /** The lines that need attention are known, if it is they who are asked for. */
    isReady: alerted.filter !== undefined,
    alerted: alerted.read,
  };
}

interface Props {
  readonly title: string;
  readonly list: ReturnType<typeof useLineList>;
  readonly read: Read<DashboardLineListFragment>;
  readonly empty: ReactNode;
  readonly actions?: ReactNode;
}

const NO_LINES: Pick<DashboardLineListFragment['lines'], 'nodes' | 'totalCount'> = {
  nodes: [],
  totalCount: 0,
};

/** Lines with what they delivered and why they do not, to be changed together. */
export function LineList({ title, list, read, empty, actions }: Props) {
  const canEdit = useCanEdit();
  const selection = useSelection<DashboardLineRowFragment>(list.narrowing);
  const { nodes, totalCount } = read.result.data?.lines ?? NO_LINES;
  const selected = selection.rows(nodes);
  const { filter } = list.variables;
  if (list.alerted.result.error)
    return (
      <Widget title={title} read={list.alerted}>
        {() => null}
      </Widget>
    );
  return (
    <ResourceList
      {...{ title, list, read, empty }}
      resource={LINES}
      columns={list.columns}
      load={(page, signal) => request(DashboardLinesDocument, { ...list.variables, ...page }, { signal })}
      of={({ lines }) => lines}
      actions={
        <>
          {selected.length === 0 && actions}
          <SelectionBar
            // What is being selected for one filter ends with it.
            key={list.narrowing}
            {...{ selection, selected }}
            noun="line"
            shown={nodes}
            total={totalCount}
            load={async (after, signal) =>
              (await request(DashboardLineRowsDocument, { after, filter }, { signal })).rows
            }
          />
          <BulkLines lines={selected} onDone={selection.clear} />
        </>
      }
      select={canEdit ? (rows, isStale) => selectColumn(selection, rows, isStale) : undefined}
    />
  );
}
