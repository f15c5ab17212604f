import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Read } from '../../api/use-read.ts';
import { useSettled } from '../../api/use-settled.ts';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Pager } from '../../parts/pager.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { lower } from '../../parts/words.ts';

const route = getRouteApi('/library/$kind');

/** What the address says about a list: the text that it is filtered by, and the page. */
export function useThingSearch() {
  const { q = '', after } = route.useSearch();
  const navigate = route.useNavigate();
  const settled = useSettled(q);
  return {
    variables: { after: after ?? null, query: (settled ?? q) || null },
    ...{ q, after },
    go: (change: { readonly q?: string; readonly after?: string | undefined }) => {
      const next = Object.entries({ q, after: undefined, ...change }).filter(([, value]) => value);
      void navigate({ search: Object.fromEntries(next), replace: change.q !== undefined });
    },
  };
}

interface Connection<Row> {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
  readonly nodes: readonly Row[];
}

interface Props<Row extends { readonly id: string }, Data extends { readonly list: Connection<Row> | null }> {
  readonly title: string;
  readonly read: Read<Data>;
  readonly list: ReturnType<typeof useThingSearch>;
  readonly columns: readonly Column<Row>[];
  /** Said where there is none at all. */
  readonly empty: string;
  /** Left out where nothing is found by name. */
  readonly canFilter?: boolean;
  readonly children?: ReactNode;
}

/** The things of one kind, filtered by name, page by page. */
export function ThingList<
  Row extends { readonly id: string },
  Data extends { readonly list: Connection<Row> | null },
>(props: Props<Row, Data>) {
  const { title, read, list, columns, empty, canFilter = true } = props;
  return (
    <Widget
      title={title}
      read={read}
      actions={
        canFilter && (
          <AddressInput
            type="search"
            aria-label={`Filter ${lower(title)} by name`}
            placeholder="Filter by name"
            text={list.q}
            onText={(q) => list.go({ q })}
          />
        )
      }
      empty={({ list: found }) =>
        (!found || found.nodes.length === 0) && (list.q ? 'Nothing has such a name.' : empty)
      }
    >
      {({ list: found }) =>
        found && (
          <>
            <Table label={title} rows={found.nodes} columns={columns} keyOf={({ id }) => id} />
            <Pager
              page={found.pageInfo}
              total={found.totalCount}
              after={list.after}
              onGo={(after) => list.go({ after })}
            />
          </>
        )
      }
    </Widget>
  );
}
