import type { DashboardLinesQuery } from '../../generated/graphql.ts';
import { words } from '../../parts/words.ts';

export type ListedBlocker = NonNullable<
  DashboardLinesQuery['lines']['nodes'][number]['deliveryBlockers']
>[number];

/** What its status says already. */
const STATUSES: readonly string[] = ['LINE_PAUSED', 'LINE_INACTIVE', 'AD_INACTIVE'];

/** Why it cannot deliver: the first reason, and how many others there are. */
export function Blockers({ blockers }: { readonly blockers: readonly ListedBlocker[] }) {
  const told = blockers.filter(({ code }) => !STATUSES.includes(code));
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
