import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { changesIn } from '../../parts/changes/changes-in.ts';
import type { Mark } from '../../parts/figures/series.ts';
import { minute } from '../../parts/format.ts';
import { type Step, stepFinder } from '../../parts/period/steps.ts';
import { lower } from '../../parts/words.ts';

/** As many as the legend of a step has room for. */
const MAX_TOLD = 2;

interface Options {
  readonly changes: readonly DashboardChangeFragment[];
  readonly names: ReadonlyMap<string, string>;
  readonly steps: readonly Step[];
  readonly timeZone: string;
}

/** The steps of a plot in which something was changed, with what that was. */
export function marksOf({ changes, names, steps, timeZone }: Options): readonly Mark[] {
  const find = stepFinder(steps, timeZone);
  const texts = new Map<number, string[]>();
  for (const change of changes) {
    const at = find(change.at);
    if (at === undefined || at < 0 || at >= steps.length) continue;
    texts.set(at, [...(texts.get(at) ?? []), textOf(change, names, timeZone)]);
  }
  return [...texts].map(([at, all]) => {
    const [told, rest] = [all.slice(0, MAX_TOLD), all.length - MAX_TOLD];
    return { at, text: rest > 0 ? `${told.join('; ')}; ${rest} more` : told.join('; ') };
  });
}

/** `Line North: bid 2.5 → 1.8, Nov 22, 10:00 AM`. */
function textOf(
  { resource, resourceId, action, fields, at }: DashboardChangeFragment,
  names: ReadonlyMap<string, string>,
  timeZone: string,
): string {
  const changed = changesIn(fields)
    .map(({ label, before, after }) => `${lower(label)} ${before} → ${after}`)
    .slice(0, MAX_TOLD)
    .join(', ');
  const what = action === 'UPDATE' ? changed : { CREATE: 'created', DELETE: 'deleted' }[action];
  const name = names.get(resourceId) ?? resourceId.replace(/^.*:/, '');
  return `${resource} ${name}: ${what}, ${minute(at, timeZone)}`;
}
