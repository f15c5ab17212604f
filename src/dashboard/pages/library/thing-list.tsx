import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import type { OrderDirection, TypedDocumentString } from '../../generated/graphql.ts';
import { number } from '../../parts/format.ts';
import { Pager } from '../../parts/pager.tsx';
import { type Column, type Sorting, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { lower } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { KINDS, type Kind } from './kinds.ts';
import { NameFilter } from './thing-filters.tsx';
import { type ThingSearch, useThingSearch } from './thing-search.ts';

interface Connection<Row> {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
  readonly nodes: readonly Row[];
}

interface Asked<Filter, Field> {
  readonly after: string | null;
  readonly filter: Filter;
  readonly order: { readonly field: Field; readonly direction: OrderDirection };
}

interface Props<Row extends { readonly id: string }, Filter, Field extends string> {
  readonly kind: Kind;
  readonly document: TypedDocumentString<{ readonly list: Connection<Row> }, Asked<Filter, Field>>;
  readonly columns: readonly Column<Row>[];
  /** What the service can sort by, of which each column names its own. */
  readonly order: { readonly fields: Readonly<Record<string, Field>>; readonly usual: Field };
  /** What the address narrows the list down to. */
  readonly filterOf: (search: ThingSearch) => Filter;
  /** What the text of the search is compared with; the name unless given. */
  readonly search?: string;
  /** The choices that do so, beside the name. */
  readonly filters: (search: ThingSearch) => ReactNode;
  /** Said where there is none at all: what it is for, and what comes next. */
  readonly empty: string;
  /** The button that makes one, for those who may. */
  readonly create?: ReactNode;
  /** Below the rows. */
  readonly note?: ReactNode;
}

/** The things of one kind, narrowed down and sorted, page by page. */
export function ThingList<Row extends { readonly id: string }, Filter, Field extends string>(
  props: Props<Row, Filter, Field>,
) {
  const { kind, document, columns, order, filterOf, search, filters, empty, create, note } = props;
  const canEdit = useCanEdit();
  const list = useThingSearch();
  const asked = list.orderBy(order.fields, order.usual);
  const read = useRead(document, { after: list.after ?? null, filter: filterOf(list), order: asked });
  const title = KINDS[kind];
  return (
    <Widget
      title={title}
      read={read}
      actions={
        <>
          {filters(list)}
          <NameFilter list={list} things={lower(title)} {...(search && { by: search })} />
          {canEdit && create}
        </>
      }
      empty={({ list: found }) =>
        found.nodes.length === 0 && (list.isNarrowed ? <NothingMatches {...{ list, title }} /> : empty)
      }
    >
      {({ list: { nodes, pageInfo, totalCount } }) => (
        <>
          <Table
            label={title}
            rows={nodes}
            columns={columns}
            keyOf={({ id }) => id}
            sorting={sortingOf(list, asked.field)}
          />
          {note && <p className="muted small">{note}</p>}
          <ThingPager list={list} page={pageInfo} total={totalCount} />
        </>
      )}
    </Widget>
  );
}

/** A second choice of a column turns the order round. */
export const sortingOf = (list: ThingSearch, field: string): Sorting => ({
  by: field,
  descending: list.isDescending,
  onSort: (by) => list.go({ sort: by, dir: by === field && !list.isDescending ? 'desc' : undefined }),
});

interface PagerProps {
  readonly list: ThingSearch;
  readonly page: Connection<unknown>['pageInfo'];
  readonly total: number;
}

export const ThingPager = ({ list, page, total }: PagerProps) => (
  <>
    {!page.hasNextPage && list.after === undefined && <p className="muted small">{number(total)} in all</p>}
    <Pager page={page} total={total} after={list.after} onGo={(after) => list.go({ after })} />
  </>
);

export const NothingMatches = ({ list, title }: { readonly list: ThingSearch; readonly title: string }) => (
  <>
    No {lower(title)} match.{' '}
    <button type="button" className="link" onClick={list.clear}>
      Show all
    </button>
  </>
);
