import type { DashboardLinesQuery } from '../../../generated/graphql.ts';
import { words } from '../../../parts/words.ts';

export type ListedBlocker = NonNullable<
  DashboardLinesQuery['lines']['nodes'][number]['deliveryBlockers']
>[number];

interface Listed {
  readonly deliveryBlockers?: readonly ListedBlocker[];
}

/** What its status says already. */
const STATUSES: readonly string[] = ['LINE_PAUSED', 'LINE_INACTIVE', 'AD_INACTIVE'];

const isTold = ({ code }: ListedBlocker) => !STATUSES.includes(code);

export const blockersText = (blockers: readonly ListedBlocker[]): string =>
  blockers
    .filter(isTold)
    .map(({ code }) => words(code))
    .join('; ');

/** The same in a row of its own, where there is something to tell. */
export const BlockerNote = ({ deliveryBlockers: blockers = [] }: Listed) =>
  blockers.some(isTold) ? (
    <span className="cell-note">
      <Blockers blockers={blockers} />
    </span>
  ) : null;

/** Why it cannot deliver: the first reason, and how many others there are. */
export function Blockers({ blockers }: { readonly blockers: readonly ListedBlocker[] }) {
  const told = blockers.filter(isTold);
  const [first, ...others] = told;
  if (!first) return <span className="muted">–</span>;
  const isOff = told.length < blockers.length;
  return (
    <span className={isOff ? 'muted' : 'warned'} title={told.map(({ message }) => message).join(' ')}>
      {words(first.code)}
      {others.length > 0 && ` +${others.length}`}
    </span>
  );
}
