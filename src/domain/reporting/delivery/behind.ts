import { UnavailableError } from '../../errors.ts';

/** Whether facts are listed that the roll-up does not have yet. */
export const IS_BEHIND = 'EXISTS (SELECT FROM fact_file WHERE NOT in_delivery AND retired_at IS NULL)';

/** Facts are listed that are not in the roll-up yet. */
class FactsBehindError extends UnavailableError {
  constructor() {
    super('Facts are being prepared. Try again in some minutes.');
  }
}

/** No partial figures: throws FactsBehindError. */
export function refuseBehind(row: { readonly behind: boolean } | undefined): void {
  if (row?.behind) throw new FactsBehindError();
}
