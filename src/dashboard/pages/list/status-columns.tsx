import { Status } from '../../parts/status.tsx';
import { Blockers, type ListedBlocker } from './blockers.tsx';
import type { ListColumn } from './resource.ts';

/** The status that was set. */
export const STATUS: ListColumn<{ readonly status: string }, 'STATUS'> = {
  key: 'STATUS',
  name: 'Status',
  sort: { field: 'STATUS' },
  shown: 'first',
  cell: ({ status }) => <Status value={status} />,
};

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
export const BLOCKER: ListColumn<{ readonly deliveryBlockers?: readonly ListedBlocker[] }, never> = {
  key: 'BLOCKER',
  name: 'Delivery blocker',
  wraps: true,
  shown: 'first',
  cell: ({ deliveryBlockers = [] }) => <Blockers blockers={deliveryBlockers} />,
};
