import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { useSettled } from '../../api/use-settled.ts';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import { AddressInput } from '../../parts/fields/address-input.tsx';
import { Pager } from '../../parts/pager.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Widget } from '../../parts/widget.tsx';
import { lower } from '../../parts/words.ts';
import { useCanEdit } from '../../shell/viewer.ts';
import { KINDS, type Kind } from './kinds.ts';

const route = getRouteApi('/library/$kind');

/** What the address says about a list: the text that it is filtered by, and the page. */
export function useThingSearch() {
  const { q = '', after, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const settled = useSettled(q);
  return {
    variables: { after: after ?? null, query: (settled ?? q) || null },
    ...{ q, after },
    go: (change: { readonly q?: string; readonly after?: string | undefined }) => {
      const next = Object.entries({ ...filters, q, after: undefined, ...change }).filter(
        ([, value]) => value,
      );
      void navigate({ search: Object.fromEntries(next), replace: change.q !== undefined });
    },
  };
}

interface Connection<Row> {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
  readonly nodes: readonly Row[];
}

interface Props<Row extends { readonly id: string }> {
  readonly kind: Kind;
  readonly document: TypedDocumentString<
    { readonly list: Connection<Row> },
    ReturnType<typeof useThingSearch>['variables']
  >;
  readonly columns: readonly Column<Row>[];
  /** Said where there is none at all. */
  readonly empty: string;
  /** The button that makes one, for those who may. */
  readonly create?: ReactNode;
}

/** The things of one kind, filtered by name, page by page. */
export function ThingList<Row extends { readonly id: string }>({
  kind,
  document,
  columns,
  empty,
  create,
}: Props<Row>) {
  const canEdit = useCanEdit();
  const list = useThingSearch();
  const read = useRead(document, list.variables);
  const title = KINDS[kind];
  return (
    <Widget
      title={title}
      read={read}
      actions={
        <>
          <AddressInput
            type="search"
            aria-label={`Filter ${lower(title)} by name`}
            placeholder="Filter by name"
            text={list.q}
            onText={(q) => list.go({ q })}
          />
          {canEdit && create}
        </>
      }
      empty={({ list: found }) => found.nodes.length === 0 && (list.q ? 'Nothing has such a name.' : empty)}
    >
      {({ list: { nodes, pageInfo, totalCount } }) => (
        <>
          <Table label={title} rows={nodes} columns={columns} keyOf={({ id }) => id} />
          <Pager page={pageInfo} total={totalCount} after={list.after} onGo={(after) => list.go({ after })} />
        </>
      )}
    </Widget>
  );
}
