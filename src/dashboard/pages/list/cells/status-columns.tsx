import type { ReactNode } from 'react';
import type { WithStatus } from '../../../edit/status-choices.tsx';
import { Status } from '../../../parts/status.tsx';
import { words } from '../../../parts/words.ts';
import type { ListColumn } from '../resource.ts';
import { BlockerNote, Blockers, blockersText, type ListedBlocker } from './blockers.tsx';
import { CellEdit } from './cell-edit.tsx';

/** The status that was set. */
export const STATUS: ListColumn<{ readonly status: string }, 'STATUS'> = {
  key: 'STATUS',
  name: 'Status',
  sort: { field: 'STATUS' },
  shown: 'first',
  cell: ({ status }) => <Status value={status} />,
  csv: ({ status }) => ({ Status: words(status) }),
};

interface Stopped {
  readonly deliveryBlockers?: readonly ListedBlocker[];
}

/** The status, which is changed in its row by a form, above what keeps it from delivering. */
export const statusColumn = <Item extends WithStatus & Stopped & { readonly name: string }>(
  form: (row: Item, close: () => void) => ReactNode,
): ListColumn<Item, 'STATUS'> => ({
  ...STATUS,
  csv: ({ status, deliveryBlockers }) => ({
    Status: words(status),
    ...(deliveryBlockers && { 'Delivery blocker': blockersText(deliveryBlockers) }),
  }),
  cell: (row) => (
    <>
      <CellEdit what="Status" name={row.name} text={words(row.status)} form={(close) => form(row, close)}>
        <Status value={row.status} />
      </CellEdit>
      <BlockerNote {...row} />
    </>
  ),
});

/** The ID by which partners and colleagues name it. */
export const ID: ListColumn<{ readonly databaseId: number }, 'ID'> = {
  key: 'ID',
  name: 'ID',
  sort: { field: 'ID' },
  numeric: true,
  shown: 'chosen',
  // Copied into other systems, so that no digits are set apart.
  cell: ({ databaseId }) => String(databaseId),
};

/** Why a line or an ad does not deliver. */
export const BLOCKER: ListColumn<Stopped, never> = {
  key: 'BLOCKER',
  name: 'Delivery blocker',
  wraps: true,
  shown: 'chosen',
  cell: ({ deliveryBlockers = [] }) => <Blockers blockers={deliveryBlockers} />,
};
