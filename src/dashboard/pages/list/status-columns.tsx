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

/** Why a line or an ad does not deliver. */
export const BLOCKER: ListColumn<{ readonly deliveryBlockers?: readonly ListedBlocker[] }, never> = {
  key: 'BLOCKER',
  name: 'Delivery blocker',
  wraps: true,
  shown: 'first',
  cell: ({ deliveryBlockers = [] }) => <Blockers blockers={deliveryBlockers} />,
};
