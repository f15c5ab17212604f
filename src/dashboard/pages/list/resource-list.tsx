import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Read } from '../../api/use-read.ts';
import type { DashboardListPageFragment, DashboardListTotalsFragment } from '../../generated/graphql.ts';
import { counted } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { type Column, type Foot, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { Download } from './download.tsx';
import { useListView } from './list-data.ts';
import { AdvertiserFilter, ConditionChips, ListFilters, ListScopeChip } from './list-filters.tsx';
import type { ListColumn, ListView, Resource, Row, Total } from './resource.ts';
import { SavedViews } from './saved-views.tsx';
import type { StoppedLines } from './stopped.ts';
import { UnknownFilters } from './unknown-filters.tsx';
import type { List } from './use-list.ts';

interface Connection<Item> {
  readonly totalCount: number;
  readonly pageInfo: DashboardListPageFragment;
  readonly nodes: readonly Item[];
}

interface Props<Item extends Row, Field extends string, Filter, Data extends DashboardListTotalsFragment> {
  readonly title: string;
  readonly resource: Resource<Item, Field, Filter>;
  readonly list: List;
  readonly columns: readonly ListColumn<Item, Field>[];
  readonly read: Read<Data>;
  readonly of: (data: Data) => Connection<Item>;
  /** Said while there are no rows at all. */
  readonly empty: ReactNode;
  /** What can be done with the list, before its filters. */
  readonly actions?: ReactNode;
  /** How many active lines of each row do not deliver. */
  readonly stopped?: StoppedLines | undefined;
  /** Reads the rows from a cursor on, for a file of all. */
  readonly load: (page: ListPage, signal: AbortSignal) => Promise<Data>;
  /** Stands before the columns. */
  readonly select?: ((rows: readonly Item[], isStale: boolean) => Column<Item>) | undefined;
}

/** A page of rows that come after a cursor. */
export interface ListPage {
  readonly first: number;
  readonly after: string | null;
  readonly last: null;
  readonly before: null;
}

/** As many as a page of the list has, so that no request costs more. */
const PAGE_ROWS = 50;

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Things of one kind with what they delivered: filtered, sorted, added up, page by page. */
export function ResourceList<
  Item extends Row,
  Field extends string,
  Filter,
  Data extends DashboardListTotalsFragment,
>(props: Props<Item, Field, Filter, Data>) {
  const { title, resource, list, columns, read, of, empty, actions, stopped, select, load } = props;
  const nouns = `${resource.noun}s`;
  const { wrong } = list.period;
  const view = { ...useListView(list, read), stopped };
  return (
    <Widget
      title={title}
      className={list.isPart ? 'list' : 'list alone'}
      read={read}
      actions={
        <>
          {actions}
          <ListScopeChip list={list} />
          <AdvertiserFilter list={list} scopes={resource.scopes} />
          <UnknownFilters list={list} filters={resource.filters} />
          <ConditionChips list={list} columns={resource.compared} />
          <ListFilters list={list} nouns={nouns} filters={resource.filters} compared={resource.compared} />
          <ColumnChooser columns={resource.columns} shown={columns} onChoose={list.setColumns} />
          <Download
            noun={resource.noun}
            columns={columns}
            view={view}
            total={read.result.data ? of(read.result.data).totalCount : 0}
            load={async (after, signal) =>
              of(await load({ first: PAGE_ROWS, after, last: null, before: null }, signal))
            }
          />
          {!list.isPart && <SavedViews page={resource.page} search={list.search} />}
        </>
      }
      empty={(data) =>
        wrong ? (
          <>
            {wrong}{' '}
            <Link to="." search={{ range: 'LAST_7_DAYS' }}>
              Show the last 7 days
            </Link>
          </>
        ) : (
          of(data).nodes.length === 0 && (list.isFiltered ? `No ${nouns} match.` : empty)
        )
      }
    >
      {(data) => {
        const { nodes, totalCount, pageInfo } = of(data);
        return (
          <>
            <Table
              label={upper(nouns)}
              rows={nodes}
              columns={[
                ...(select ? [select(nodes, read.result.isPlaceholderData)] : []),
                ...columns.map((column) => shownBy(column, view)),
              ]}
              keyOf={({ id }) => id}
              sorting={list.sorting}
              feet={feetOf({ rows: nodes, totalCount, view, node: list.node, noun: resource.noun }).map(
                (total) => footOf(total, columns, view, select !== undefined),
              )}
            />
            <Pager
              page={pageInfo}
              total={totalCount}
              after={list.search.after ?? list.search.before}
              onGo={(after) => list.setPage(after === undefined ? {} : { after })}
              onBack={(before) => list.setPage({ before })}
            />
          </>
        );
      }}
    </Widget>
  );
}

const shownBy = <Item, Field extends string>(
  { key, name, title, sort, numeric, wraps, cell, ownNote }: ListColumn<Item, Field>,
  view: ListView,
): Column<Item> => ({
  name,
  ...(title && { title }),
  ...(sort && { sort: key }),
  ...(ownNote && view.isOwnCurrency && { sortNote: ownNote }),
  ...(numeric && { numeric }),
  ...(wraps && { wraps }),
  cell: (row) => cell(row, view),
});

/** The rows together, and the whole that they are part of. */
function feetOf(options: {
  readonly rows: readonly Row[];
  readonly totalCount: number;
  readonly view: ListView;
  readonly node: string | undefined;
  readonly noun: string;
}): readonly Total[] {
  const { rows, totalCount, view, node, noun } = options;
  const isAll = rows.length === totalCount;
  return [
    {
      name: isAll ? `Total of ${counted(totalCount, noun)}` : `Total of these ${counted(rows.length, noun)}`,
      deliveries: rows.map(({ now }) => now),
      isWhole: false,
    },
    ...(view.whole
      ? [
          {
            name: node ? `Whole ${node.split(':')[0]?.toLowerCase()}` : 'Whole seat',
            deliveries: [view.whole],
            node,
            isWhole: true,
          },
        ]
      : []),
  ];
}

function footOf<Item, Field extends string>(
  total: Total,
  columns: readonly ListColumn<Item, Field>[],
  view: ListView,
  hasSelect: boolean,
): Foot {
  const [, ...others] = columns;
  return {
    name: total.name,
    span: hasSelect ? 2 : 1,
    cells: others.map(({ key, total: of }) => ({ key, content: of?.(total, view) })),
  };
}
