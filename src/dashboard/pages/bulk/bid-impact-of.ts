import { outcomeOf } from '../../api/outcome.ts';
import type { DashboardLineRowFragment, UpdateLineInput } from '../../generated/graphql.ts';
import { bidUnit, bidWarning } from '../line/bid-terms.ts';
import type { BulkResult } from './bulk-result.ts';

interface Range {
  readonly least: number;
  readonly most: number;
}

/** What other bids mean for the lines of one currency. */
export interface BidStep {
  readonly currency: string;
  readonly lines: number;
  readonly before: Range;
  readonly after: Range;
  /** What the same clicks and impressions would cost more in a week, at most. */
  readonly week: number;
}

/** What a line bought in a week. */
export interface Volume {
  readonly clicks: number;
  readonly impressions: number;
}

interface Options {
  readonly lines: readonly DashboardLineRowFragment[];
  readonly inputs: readonly UpdateLineInput[];
  readonly results: readonly BulkResult[];
}

interface Pair {
  readonly line: DashboardLineRowFragment;
  readonly before: number;
  readonly after: number;
}

/** The bids that a change is about, of those lines that it changes. */
const pairsOf = ({ lines, inputs, results }: Options): readonly Pair[] =>
  lines.flatMap((line, index) => {
    const [result, bid] = [results[index], inputs[index]?.bidPrice];
    if (!result || bid == null || (outcomeOf<BulkResult>(result).done?.changes.length ?? 0) === 0) return [];
    return [{ line, before: Number(line.bidPrice ?? 0), after: Number(bid) }];
  });

/** How many times a bid was paid in a week; views to their end are not counted. */
function timesPaid({ goalType }: DashboardLineRowFragment, { clicks, impressions }: Volume): number {
  const unit = bidUnit(goalType);
  if (unit === 'CPC') return clicks;
  return unit === 'CPM' ? impressions / 1000 : 0;
}

/** The lines by currency, with their bids before and after, and what the difference costs at most. */
export function bidSteps(options: Options, volumes: ReadonlyMap<string, Volume>): readonly BidStep[] {
  const pairs = pairsOf(options);
  const rangeOf = (values: readonly number[]): Range => ({
    least: Math.min(...values),
    most: Math.max(...values),
  });
  return [...new Set(pairs.map(({ line }) => line.advertiser.currency))].map((currency) => {
    const own = pairs.filter(({ line }) => line.advertiser.currency === currency);
    return {
      currency,
      lines: own.length,
      before: rangeOf(own.map(({ before }) => before)),
      after: rangeOf(own.map(({ after }) => after)),
      week: own.reduce((sum, { line, before, after }) => {
        const volume = volumes.get(line.id);
        return sum + (volume ? timesPaid(line, volume) * (after - before) : 0);
      }, 0),
    };
  });
}

/** The lines whose new bid is over their own goal, by name. */
export const overGoal = (options: Options): readonly string[] =>
  pairsOf(options).flatMap(({ line, after }) =>
    bidWarning({ ...line, bidPrice: String(after) }, line.advertiser.currency) ? [line.name] : [],
  );
