import { UnavailableError } from '../../errors.ts';

/** SQL: whether there are facts that the roll-up does not contain yet. */
export const IS_BEHIND = 'EXISTS (SELECT FROM fact_file WHERE NOT in_delivery AND retired_at IS NULL)';

/** Returned while the roll-up lacks facts. */
class FactsBehindError extends UnavailableError {
  constructor() {
    super('Facts are being prepared. Try again in some minutes.');
  }
}

/** Throws FactsBehindError while the roll-up lacks facts, because partial measures would be wrong. */
export function refuseBehind(row: { readonly behind: boolean } | undefined): void {
  if (row?.behind) throw new FactsBehindError();
}
