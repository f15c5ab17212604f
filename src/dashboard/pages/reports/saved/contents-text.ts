import { andMore } from '../../../parts/format.ts';
import { lower } from '../../../parts/words.ts';
import { type Entry, nameOf } from '../builder/choices.ts';
import type { Payload } from '../result/contents.ts';

interface Catalog {
  readonly dimensions: readonly Entry[];
  readonly metrics: readonly Entry[];
}

/** Of groups and of metrics, so many are named. */
const MAX_NAMED = 3;

/** What tells a report from others: `By country: impressions, clicks and 3 more. Last 7 days, total`. */
export function contentsText(sent: unknown, { dimensions, metrics }: Catalog): string {
  const { reportOption } = (sent ?? {}) as Payload;
  const namesOf = (ids: readonly unknown[] | null | undefined, entries: readonly Entry[]) =>
    andMore(
      (ids ?? []).flatMap((id) => {
        const name = entries.find((entry) => entry.id === Number(id))?.name;
        return name ? [lower(name)] : [];
      }),
      MAX_NAMED,
    );
  const groups = namesOf(reportOption?.dimensionTypeIds, dimensions);
  const measures = namesOf(reportOption?.metricTypeIds, metrics);
  const what = [...(groups ? [`By ${groups}`] : []), ...(measures ? [measures] : [])].join(': ');
  return what ? `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${nameOf(sent)}` : nameOf(sent);
}
