import { Link } from '@tanstack/react-router';
import { ago } from '../../parts/format.ts';
import { Status } from '../../parts/status.tsx';
import type { Column } from '../../parts/table.tsx';
import { KINDS, type Kind } from './kinds.ts';

/** The way back from a thing to the list of its kind. */
export const KindLink = ({ kind }: { readonly kind: Kind }) => (
  <Link to="/library/$kind" params={{ kind }}>
    {KINDS[kind]}
  </Link>
);

/** The columns that lists of things share. */
export const nameColumn = <Row extends { readonly databaseId: number; readonly name: string }>(
  kind: Kind,
): Column<Row> => ({
  name: 'Name',
  sort: 'NAME',
  wraps: true,
  cell: ({ databaseId, name }) => (
    <Link to="/library/$kind/$id" params={{ kind, id: String(databaseId) }}>
      <bdi>{name}</bdi>
    </Link>
  ),
});

export const statusColumn: Column<{ readonly status: string }> = {
  name: 'Status',
  sort: 'STATUS',
  cell: ({ status }) => <Status value={status} />,
};

interface Owned {
  readonly advertiser: { readonly databaseId: number; readonly name: string };
}
export const AdvertiserLink = ({ advertiser: { databaseId, name } }: Owned) => (
  <Link to="/advertisers/$id" params={{ id: String(databaseId) }}>
    <bdi>{name}</bdi>
  </Link>
);
export const advertiserColumn: Column<Owned> = {
  name: 'Advertiser',
  cell: (row) => <AdvertiserLink advertiser={row.advertiser} />,
};

export const changedColumn: Column<{ readonly updatedAt: string }> = {
  name: 'Changed',
  sort: 'UPDATED_AT',
  cell: ({ updatedAt }) => <time dateTime={updatedAt}>{ago(updatedAt)}</time>,
};
