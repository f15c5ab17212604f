import { CONTAINERS, CONTENTS } from '../../domain/notifications/history/find.ts';
import { isRecord } from '../../resources/define/input.ts';
import { MAX_FILTER_DEPTH } from '../../resources/filter/filter-bounds.ts';
import { rowsOf, tableOf } from '../../resources/filter/row-estimates.ts';
import type { Work } from '../server/price/work.ts';

/** Finding the rows that a resource contains takes a tenth of the work of reading them. */
const UNITS_PER_CONTENT = 0.1;

/** The work of a filter by containers. The contents of each container are looked up separately. */
export function workOfChanges(filter: unknown): Work {
  const containers = containersIn(filter);
  return {
    of: containers,
    unitsOf: (estimates, seatId) =>
      containers
        .flatMap((resource) => CONTENTS[resource] ?? [])
        .reduce(
          (units, [model]) =>
            units + UNITS_PER_CONTENT * rowsOf(estimates, { table: tableOf(model), seatId }),
          0,
        ),
  };
}

/** Returns the types of the containers in a filter, which can be any value, and in the filters within it. */
function containersIn(filter: unknown, depth = 0): string[] {
  if (!isRecord(filter) || depth > MAX_FILTER_DEPTH) return [];
  const { within, and, or, not } = filter;
  const own = CONTAINERS.filter((name) => typeof within === 'string' && within.startsWith(`${name}:`));
  return [...own, ...[and, or, not].flat().flatMap((one) => containersIn(one, depth + 1))];
}
